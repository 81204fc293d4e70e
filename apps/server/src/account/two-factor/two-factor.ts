import type { TwoFactorMethodName } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { TwoFactorRow, UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { forgetTrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { findUser, lockUser } from '../users/users.ts'
import { deleteRecoveryCodes } from './recovery-codes.store.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { StartedTotp, TotpSetup } from './totp-setup.ts'
import {
  deleteTwoFactor,
  deleteTwoFactors,
  selectTwoFactors,
  upsertTwoFactor,
} from './two-factor.store.ts'
import type { TwoFactorRequirement } from './two-factor-requirement.ts'

export { countRecoveryCodes } from './recovery-codes.store.ts'
export { selectConfirmedMethods, selectTwoFactorsForExport } from './two-factor.store.ts'

/** Turns the ways of the second step on and off. Nobody is signed out by it. */
export interface TwoFactor {
  startTotp(user: SignedIn): Promise<StartedTotp>
  confirmTotp(
    setup: { setupToken: string; code: string },
    user: SignedIn,
    caller: Caller,
  ): Promise<Enabled>
  enable(method: ReadyMethod, user: SignedIn, caller: Caller): Promise<Enabled>
  disable(method: TwoFactorMethodName, user: SignedIn, caller: Caller): Promise<void>
  disableAll(user: SignedIn, caller: Caller): Promise<void>
  renewRecoveryCodes(user: SignedIn, caller: Caller): Promise<string[]>
}

/** The methods that need nothing but to be switched on. */
export type ReadyMethod = 'SMS' | 'EMAIL' | 'PASSKEY'

export interface Enabled {
  /** With the first method, to be written down. */
  recoveryCodes: string[] | undefined
}

export interface TwoFactorParts {
  db: Database
  clock: Clock
  seal: Seal
  totpSetup: TotpSetup
  recoveryCodes: RecoveryCodes
  /** Whether the person has what the method needs. */
  isReady(writer: Writer, method: ReadyMethod, user: UserRow): Promise<boolean>
  requirement: Pick<TwoFactorRequirement, 'isMissing'>
  events: EventLog
  notices: Notices
}

/** Also what an administrator does for somebody who has lost everything. */
export async function turnTwoFactorOff(writer: Writer, sub: string): Promise<boolean> {
  const removed = await deleteTwoFactors(writer, sub)
  await forgetWhatItGave(writer, sub)
  return removed > 0
}

export function createTwoFactor(parts: TwoFactorParts): TwoFactor {
  const { db, clock, seal, totpSetup, recoveryCodes, isReady, requirement, events, notices } = parts

  async function turnOn(
    row: Pick<TwoFactorRow, 'method' | 'secret' | 'last_step'>,
    { sub }: SignedIn,
    caller: Caller,
  ): Promise<Enabled> {
    return db.write(async (writer) => {
      const user = await requirePerson(writer, sub)
      if (row.method !== 'TOTP' && !(await isReady(writer, row.method, user))) {
        throw notReady(row.method)
      }
      const before = await selectTwoFactors(writer, sub)
      const nowMs = clock.now()
      await upsertTwoFactor(writer, { ...row, sub, confirmed_at: nowMs, created_at: nowMs })
      const isFirst = before.length === 0
      const codes = isFirst ? recoveryCodes.create() : undefined
      if (codes) await recoveryCodes.replace(writer, sub, codes)
      await events.record(writer, {
        type: 'account.two_factor_enabled',
        sub,
        caller,
        data: { method: row.method },
      })
      const notice = isFirst ? 'twoFactorEnabled' : 'twoFactorChanged'
      await notices.queue(writer, notice, user, caller)
      return { recoveryCodes: codes }
    })
  }

  /** True when it was the last one. */
  async function removed(writer: Writer, sub: string): Promise<boolean> {
    if ((await selectTwoFactors(writer, sub)).length > 0) return false
    await forgetWhatItGave(writer, sub)
    return true
  }

  /** Rolls back the transaction that has turned off a required second step. */
  async function refuseIfMissing(writer: Writer, user: UserRow): Promise<void> {
    if (!(await requirement.isMissing(writer, user))) return
    throw new ServiceError('failed_precondition', {
      description: 'this server requires a second step; turn another method on first',
    })
  }

  return {
    async startTotp(user) {
      const person = await db.read((reader) => findUser(reader, user.sub))
      return totpSetup.start(required(person), user)
    },

    async confirmTotp({ setupToken, code }, user, caller) {
      const { secret, step } = await totpSetup.confirm(setupToken, code, user)
      const sealed = seal.close(secret.toString('base64url'), user.sub)
      return turnOn({ method: 'TOTP', secret: sealed, last_step: step }, user, caller)
    },

    enable: (method, user, caller) =>
      turnOn({ method, secret: null, last_step: null }, user, caller),

    async disable(method, { sub }, caller) {
      await db.write(async (writer) => {
        const user = await requirePerson(writer, sub)
        if (!(await deleteTwoFactor(writer, sub, method))) {
          throw new ServiceError('not_found', { description: `${method} is not on` })
        }
        const isOff = await removed(writer, sub)
        await refuseIfMissing(writer, user)
        await events.record(writer, {
          type: 'account.two_factor_disabled',
          sub,
          caller,
          data: { method },
        })
        const notice = isOff ? 'twoFactorDisabled' : 'twoFactorChanged'
        await notices.queue(writer, notice, user, caller)
      })
    },

    async disableAll({ sub }, caller) {
      await db.write(async (writer) => {
        const user = await requirePerson(writer, sub)
        if (!(await turnTwoFactorOff(writer, sub))) return
        await refuseIfMissing(writer, user)
        await events.record(writer, { type: 'account.two_factor_disabled', sub, caller })
        await notices.queue(writer, 'twoFactorDisabled', user, caller)
      })
    },

    async renewRecoveryCodes({ sub }, caller) {
      const codes = recoveryCodes.create()
      await db.write(async (writer) => {
        const user = await requirePerson(writer, sub)
        if ((await selectTwoFactors(writer, sub)).length === 0) {
          throw new ServiceError('failed_precondition', {
            description: 'recovery codes need a second step; turn a method on first',
          })
        }
        await recoveryCodes.replace(writer, sub, codes)
        await events.record(writer, { type: 'account.recovery_codes_renewed', sub, caller })
        await notices.queue(writer, 'twoFactorChanged', user, caller)
      })
      return codes
    },
  }
}

/** The row stays locked, so that two changes at once do not both take themselves for the first. */
async function requirePerson(writer: Writer, sub: string): Promise<UserRow> {
  return required(await lockUser(writer, sub))
}

function required(user: UserRow | undefined): UserRow {
  if (user) return user
  throw new ServiceError('unauthenticated', { description: 'the account is gone' })
}

async function forgetWhatItGave(writer: Writer, sub: string): Promise<void> {
  await deleteRecoveryCodes(writer, sub)
  await forgetTrustedDevices(writer, sub)
}

function notReady(method: ReadyMethod): ServiceError {
  const lacks = {
    SMS: 'the account has no phone number that can receive messages',
    EMAIL: 'the account has no verified e-mail address that can receive messages',
    PASSKEY: 'the account has no passkey',
  }
  return new ServiceError('failed_precondition', { description: lacks[method] })
}
