import type { Database } from '../../db/database.ts'
import type { Route, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { EventLog } from '../events/events.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { anonymousRoutes } from './anonymous.routes.ts'
import { type AnonymousUpgrade, createAnonymousUpgrade } from './anonymous-upgrade.ts'
import { expireAnonymous } from './expire-anonymous.ts'
import { createMergeAnonymous } from './merge-anonymous.ts'
import { createSignUpAnonymously } from './sign-up-anonymously.ts'

export interface AnonymousFlowParts {
  db: Database
  clock: Clock
  codeKey: Buffer
  events: EventLog
  accountFiles: readonly AccountFiles[]
  isAllowed: boolean
  authenticate(accessToken: string): Promise<SignedIn>
}

/** Joins what starting without an account is made of. Signing up can take an anonymous self along. */
export interface AnonymousFlow {
  upgrade: AnonymousUpgrade
  routes(complete: CompleteSignIn): Route[]
  chores: Chore[]
}

export function createAnonymousFlow(parts: AnonymousFlowParts): AnonymousFlow {
  const { db, clock, codeKey, events, isAllowed } = parts
  const upgrade = createAnonymousUpgrade(parts)
  return {
    upgrade,
    routes: (complete) =>
      anonymousRoutes({
        signUpAnonymously: createSignUpAnonymously({
          db,
          clock,
          codeKey,
          events,
          complete,
          isAllowed,
        }),
        mergeAnonymous: createMergeAnonymous({ db, upgrade }),
      }),
    chores: [
      {
        name: 'unused anonymous accounts',
        everyMs: 3600_000,
        run: () => expireAnonymous({ db, clock }),
      },
    ],
  }
}
