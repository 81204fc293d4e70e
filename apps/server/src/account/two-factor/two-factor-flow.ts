import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { Notifier } from '../../notify/notifier.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SecondStep } from '../sign-in/complete-sign-in.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'
import type { TrustedDevices } from '../trusted-devices/trusted-devices.ts'
import type { SendVerification } from '../verification/send-verification.ts'
import type { Verification } from '../verification/verification.ts'
import { createBeginSecondStep } from './begin-second-step.ts'
import { canReach, createContactMethod } from './contact-method.ts'
import { createReadTwoFactor } from './read-two-factor.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { createRecoveryMethod } from './recovery-method.ts'
import { createSecondStep } from './second-step.ts'
import type { SecondStepMethod } from './second-step-method.ts'
import { createSecondStepTokens } from './second-step-tokens.ts'
import { createSecondStepTries } from './second-step-tries.ts'
import { createTotpMethod } from './totp-method.ts'
import { createTotpSetup } from './totp-setup.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'
import { createTwoFactor, type ReadyMethod } from './two-factor.ts'
import {
  createTwoFactorRequirement,
  type TwoFactorRequiredFor,
  type TwoFactorRequirement,
} from './two-factor-requirement.ts'

export interface TwoFactorFlowParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  publicUrl: string
  limiter: Limiter
  sessions: Sessions
  events: EventLog
  notices: Notices
  notifier: Notifier
  send: SendVerification
  verification: Verification
  trustedDevices: TrustedDevices
  passkeys: SecondStepMethod
  /** Who needs a second step. */
  twoFactorRequiredFor: TwoFactorRequiredFor
}

/** Joins what the second step is made of. */
export interface TwoFactorFlow {
  secondStep: SecondStep
  requirement: TwoFactorRequirement
  routes: Route[]
}

export function createTwoFactorFlow(parts: TwoFactorFlowParts): TwoFactorFlow {
  const { db, clock, random, codeKey, publicUrl, events, notices, notifier, passkeys } = parts
  const seal = createSeal({ key: codeKey, purpose: 'totp', random })
  const recoveryCodes = createRecoveryCodes({ clock, random, codeKey })
  const methods = [
    createTotpMethod({ db, clock, seal }),
    createContactMethod('SMS', parts),
    createContactMethod('EMAIL', parts),
    passkeys,
    createRecoveryMethod({ db, recoveryCodes, events, notices }),
  ]
  const tokens = createSecondStepTokens({
    clock,
    random,
    internalTokens: createInternalTokens({ codeKey, type: 'two-factor', clock }),
  })
  const totpSetup = createTotpSetup({
    clock,
    random,
    setupTokens: createInternalTokens({ codeKey, type: 'totp-setup', clock }),
    publicUrl,
  })

  async function isReady(reader: Reader, method: ReadyMethod, user: UserRow): Promise<boolean> {
    if (method === 'PASSKEY') return passkeys.isAvailable(reader, user)
    return canReach(method, user, notifier)
  }

  const { trustedDevices } = parts
  const requirement = createTwoFactorRequirement({
    db,
    methods,
    requiredFor: parts.twoFactorRequiredFor,
  })
  const tries = createSecondStepTries(parts)
  return {
    secondStep: createSecondStep({
      db,
      clock,
      methods,
      tokens,
      tries,
      trustedDevices,
      events,
      notices,
    }),
    requirement,
    routes: twoFactorRoutes({
      begin: createBeginSecondStep({ db, clock, methods, tokens }),
      read: createReadTwoFactor({ db, methods, recoveryCodes, isReady, requirement }),
      twoFactor: createTwoFactor({
        db,
        clock,
        seal,
        totpSetup,
        recoveryCodes,
        isReady,
        requirement,
        events,
        notices,
      }),
    }),
  }
}
