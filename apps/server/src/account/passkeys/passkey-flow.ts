import type { Database } from '../../db/database.ts'
import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'
import type { SecondStepMethod } from '../two-factor/second-step-method.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { createPasskeySecondStep } from './passkey-second-step.ts'
import { createPasskeySignIn } from './passkey-sign-in.ts'
import { createPasskeySudo, type PasskeySudo } from './passkey-sudo.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { createPasskeys } from './passkeys.ts'
import { createRelyingParty } from './relying-party.ts'
import { createUsePasskey } from './use-passkey.ts'

export interface PasskeyFlowParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  publicUrl: string
  /** Origins of other web apps whose pages may use our passkeys. */
  allowedOrigins: readonly string[]
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

/** Joins what passkeys are made of. Every way in needs the second step, and one way in is a passkey. */
export interface PasskeyFlow {
  secondStep: SecondStepMethod
  sudo: PasskeySudo
  routes(complete: CompleteSignIn): Route[]
}

export function createPasskeyFlow(parts: PasskeyFlowParts): PasskeyFlow {
  const { db, clock, random, codeKey, waysLeft, events, notices } = parts
  const tokens = createInternalTokens({ codeKey, type: 'passkey', clock })
  const challenges = createPasskeyChallenges({ tokens, clock, random })
  const relyingParty = createRelyingParty(parts)
  const use = createUsePasskey({ db, clock, challenges, relyingParty, events })
  return {
    secondStep: createPasskeySecondStep({ db, challenges, relyingParty, use }),
    sudo: createPasskeySudo({ db, challenges, relyingParty, use }),
    routes: (complete) =>
      passkeyRoutes({
        passkeys: createPasskeys({
          db,
          clock,
          challenges,
          relyingParty,
          waysLeft,
          events,
          notices,
        }),
        passkeySignIn: createPasskeySignIn({ db, challenges, relyingParty, use, complete }),
        origins: relyingParty.origins,
      }),
  }
}
