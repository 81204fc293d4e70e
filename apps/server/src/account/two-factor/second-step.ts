import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { SecondStep, SecondStepProof } from '../sign-in/complete-sign-in.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import type { TrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { isTwoFactorOn } from './is-two-factor-on.ts'
import type { GivenProof, SecondStepMethod } from './second-step-method.ts'
import type { SecondStepToken, SecondStepTokens } from './second-step-tokens.ts'
import type { SecondStepTries, SecondStepTry } from './second-step-tries.ts'
import { twoFactorsQuery } from './two-factor.store.ts'

type FirstProof = Parameters<SecondStep['pass']>[3]

export interface SecondStepParts {
  db: Database
  clock: Clock
  methods: readonly SecondStepMethod[]
  tokens: SecondStepTokens
  tries: SecondStepTries
  trustedDevices: Pick<TrustedDevices, 'isTrusted'>
  events: EventLog
  notices: Notices
}

/** ACC-32: after the first proof comes the second one, where the person has turned it on. */
export function createSecondStep(parts: SecondStepParts): SecondStep {
  const { db, clock, methods, tokens, tries, trustedDevices, events, notices } = parts

  /** Undefined where no second step is wanted. */
  async function findMethods(
    reader: Reader,
    user: UserRow,
    { provenBy, provenUntil }: FirstProof,
  ): Promise<SecondStepMethod[] | undefined> {
    if (!(await isTwoFactorOn(reader, user, methods))) return undefined
    const available: SecondStepMethod[] = []
    for (const method of methods) {
      if (await method.isAvailable(reader, user)) available.push(method)
    }
    const others = available.filter(({ method }) => method !== provenBy)
    const isAllThereIs = others.length === 0 && available.length > 0
    if (!isAllThereIs || provenUntil === undefined) return others
    if (clock.now() < provenUntil) throw tooSoon(provenUntil - clock.now())
    return available
  }

  async function required(
    { sub }: UserRow,
    available: readonly SecondStepMethod[],
    caller: Caller,
  ): Promise<ServiceError> {
    const metadata = {
      two_factor_token: await tokens.create(sub, caller),
      methods: available.map(({ method }) => method).join(' '),
    }
    return new ServiceError('two_factor_required', {
      description:
        'repeat the call with two_factor_token and two_factor_code or two_factor_recovery_code',
      details: [
        { '@type': ERROR_INFO, reason: 'two_factor_required', domain: 'two_factor', metadata },
      ],
    })
  }

  async function isProven(
    available: readonly SecondStepMethod[],
    attempt: { user: UserRow; caller: Caller; step: SecondStepToken; proof: GivenProof },
  ): Promise<boolean> {
    const { user, caller, step, proof } = attempt
    for (const method of available) {
      if (!method.takes(proof)) continue
      const kept = step.kept[method.method]
      if (await method.check({ user, caller, proof, tokenId: step.id, kept })) return true
    }
    return false
  }

  async function fail(
    user: UserRow,
    { kind }: GivenProof,
    caller: Caller,
    isWarning: boolean,
  ): Promise<never> {
    await db.write(async (writer) => {
      await events.record(writer, {
        type: 'account.two_factor_failed',
        sub: user.sub,
        caller,
        data: { proof: kind },
      })
      if (isWarning) await notices.queue(writer, 'secondStepFailing', user, caller)
    })
    throw kind === 'recovery'
      ? new ServiceError('invalid_two_factor_recovery', {
          description: 'the code is wrong or used',
        })
      : new ServiceError('invalid_two_factor', { description: 'the code is wrong or used' })
  }

  return {
    async pass(user, proof, caller, first) {
      const { sub } = user
      // Nearly everybody ends here, after one look; the rest of the answer is of one moment.
      if (!(await db.readOne(twoFactorsQuery, { sub }))) return 'not-needed'
      const available = await db.read((reader) => findMethods(reader, user, first))
      if (!available) return 'not-needed'
      const { device_trust_token: trustToken, two_factor_token: token } = proof
      if (trustToken !== undefined && (await trustedDevices.isTrusted(sub, trustToken, caller))) {
        return 'trusted-device'
      }
      const step = token === undefined ? undefined : await tokens.read(token, caller)
      const given = givenProof(proof)
      if (step?.sub !== sub || !given) throw await required(user, available, caller)

      const isGuessable = given.kind === 'digits'
      const attempt: SecondStepTry = { sub, tokenId: step.id, caller, isGuessable }
      const verdict = await tries.take(attempt)
      if (verdict === 'token-used-up') throw await required(user, available, caller)
      if (verdict === 'too-many') throw tooMany()
      if (!(await isProven(available, { user, caller, step, proof: given }))) {
        return fail(user, given, caller, verdict === 'warn')
      }
      const isFirst = await db.write(async (writer) => {
        if (!(await spendToken(writer, step.id, step.expiresAt))) return false
        await tries.forgive(writer, attempt)
        return true
      })
      // One second step opens one session.
      if (!isFirst) throw await required(user, available, caller)
      return 'proven'
    },
  }
}

function givenProof(proof: SecondStepProof): GivenProof | undefined {
  const { two_factor_code: code, two_factor_recovery_code: recovery } = proof
  if (recovery !== undefined) return { kind: 'recovery', code: recovery }
  if (code === undefined) return undefined
  // People type the digits in groups, as their app shows them.
  return code.startsWith('{')
    ? { kind: 'assertion', json: code }
    : { kind: 'digits', code: code.replace(/\s/g, '') }
}

function tooMany(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description:
      'too many wrong codes; use a recovery code, a passkey, or a device that was signed in before',
  })
}

/** Whoever reads the mailbox alone has to wait: its owner sees the notices meanwhile. */
function tooSoon(waitMs: number): ServiceError {
  const metadata = { retry_after: String(Math.ceil(waitMs / 1000)) }
  return new ServiceError('invalid_status', {
    description:
      'the password was reset by the only second step of this account; wait, or ask an administrator',
    details: [
      { '@type': ERROR_INFO, reason: 'password_just_reset', domain: 'two_factor', metadata },
    ],
  })
}
