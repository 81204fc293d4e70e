import { type TwoFactorMethodName, twoFactorMethods } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { findUser } from '../users/users.ts'
import { maskedContact } from './contact-method.ts'
import { isTwoFactorOn } from './is-two-factor-on.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { SecondStepMethod } from './second-step-method.ts'
import { selectTwoFactors } from './two-factor.store.ts'
import type { ReadyMethod } from './two-factor.ts'
import type { TwoFactorRequirement } from './two-factor-requirement.ts'

export interface TwoFactorOverview {
  isEnabled: boolean
  /** Whether this server requires it of this person. */
  isRequired: boolean
  methods: {
    method: TwoFactorMethodName
    isAvailable: boolean
    enabledAt: number | undefined
    contact: string | undefined
  }[]
  recoveryCodesLeft: number
}

export type ReadTwoFactor = (user: SignedIn) => Promise<TwoFactorOverview>

export function createReadTwoFactor({
  db,
  methods,
  recoveryCodes,
  isReady,
  requirement,
}: {
  db: Database
  methods: readonly SecondStepMethod[]
  recoveryCodes: RecoveryCodes
  isReady(reader: Reader, method: ReadyMethod, user: UserRow): Promise<boolean>
  requirement: Pick<TwoFactorRequirement, 'isRequiredFor'>
}): ReadTwoFactor {
  return ({ sub }) =>
    db.read(async (reader) => {
      const user = await findUser(reader, sub)
      if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
      const rows = await selectTwoFactors(reader, sub)
      const overview: TwoFactorOverview = {
        isEnabled: await isTwoFactorOn(reader, user, methods),
        isRequired: requirement.isRequiredFor(user),
        methods: [],
        recoveryCodesLeft: await recoveryCodes.countLeft(reader, sub),
      }
      for (const method of twoFactorMethods) {
        const row = rows.find((candidate) => candidate.method === method)
        overview.methods.push({
          method,
          isAvailable: method === 'TOTP' || (await isReady(reader, method, user)),
          enabledAt: row?.created_at,
          contact: method === 'SMS' || method === 'EMAIL' ? maskedContact(method, user) : undefined,
        })
      }
      return overview
    })
}
