import type { Endpoint } from '@awan/protocol'
import { sendVerification, signIn as signInEndpoint } from '@awan/protocol/account'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/guards.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifier } from '../notify/notifier.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import { createCaptcha } from './captcha/captcha.ts'
import { createChallenges } from './captcha/challenge.ts'
import { createEventLog } from './events/events.ts'
import { createLimiter } from './limits/limits.ts'
import { createNotices } from './notices/notices.ts'
import { passwordRoutes } from './passwords/passwords.routes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createSetPassword } from './passwords/set-password.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createCompleteSignIn } from './sign-in/complete-sign-in.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createSignInAttempts } from './sign-in/sign-in-attempts.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { createSignUp } from './sign-up/sign-up.ts'
import { sudoRoutes } from './sudo/sudo.routes.ts'
import { createSudo } from './sudo/sudo.ts'
import { createAccessTokens } from './tokens/access-token.ts'
import { createInternalTokens } from './tokens/internal-token.ts'
import { createRevoke } from './tokens/revoke.ts'
import { removeExpiredTokens } from './tokens/spent-tokens.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import { createTokens } from './tokens/tokens.ts'
import { hasUsers } from './users/users.ts'
import { createSendVerification } from './verification/send-verification.ts'
import { verificationRoutes } from './verification/verification.routes.ts'
import { createVerification } from './verification/verification.ts'
import { createVerificationRisk } from './verification/verification-limits.ts'

export interface AccountOptions {
  db: Database
  clock: Clock
  random: Random
  secrets: Pick<Secrets, 'signingKey' | 'refreshKey' | 'codeKey'>
  notifier: Notifier
  accessTokenTtlMs: number
  refreshTokenTtlMs: number
  /** Where people reach us; issuer and audience of the access tokens. */
  publicUrl: string
  log?: Log
}

/** Disposing waits for the notices that are still on their way. */
export interface Account extends AsyncDisposable {
  routes: Route[]
  guards: Guards
  housekeeping: Chore[]
  /** Whether nobody has an account yet: the first one becomes the administrator. */
  isFirstRun(): Promise<boolean>
}

export function createAccount(options: AccountOptions): Account {
  const { db, clock, random, secrets, notifier, publicUrl, log } = options
  const { codeKey, refreshKey, signingKey } = secrets

  const limiter = createLimiter({ db, clock, codeKey })
  const events = createEventLog({ clock, random, source: publicUrl })
  const notices = createNotices({ notifier, clock, publicUrl, log })
  const passwords = createPasswords(random)
  const sessions = createSessions({ clock, random })
  const accessTokens = createAccessTokens({
    signingKey,
    publicUrl,
    ttlMs: options.accessTokenTtlMs,
    clock,
    random,
  })
  const tokens = createTokens({
    db,
    clock,
    random,
    refreshKey,
    refreshTokenTtlMs: options.refreshTokenTtlMs,
    accessTokens,
    sessions,
    events,
    notices,
  })
  const revoke = createRevoke({ db, accessTokens, sessions, events })
  const verification = createVerification({ db, clock, random, codeKey })
  const send = createSendVerification({
    db,
    clock,
    random,
    codeKey,
    limiter,
    notifier,
    publicUrl,
  })
  const signUp = createSignUp({
    db,
    clock,
    random,
    limiter,
    verification,
    passwords,
    tokens,
    events,
  })
  const attempts = createSignInAttempts({ db, limiter })
  const complete = createCompleteSignIn({
    db,
    sessions,
    tokens,
    events,
    notices,
    secondStep: { pass: async () => {} },
  })
  const signIn = createSignIn({ db, attempts, passwords, events, complete })
  const setPassword = createSetPassword({ db, clock, passwords, sessions, events, notices })
  const sudo = createSudo({
    db,
    limiter,
    passwords,
    events,
    sudoTokens: createInternalTokens({ codeKey, type: 'sudo', clock }),
  })
  const captcha = createCaptcha({
    db,
    clock,
    random,
    challenges: createChallenges({ codeKey, clock, random }),
    captchaTokens: createInternalTokens({ codeKey, type: 'captcha', clock }),
    risks: new Map([
      [actionOf(signInEndpoint), attempts],
      [actionOf(sendVerification), createVerificationRisk({ db, limiter })],
    ]),
  })

  return {
    routes: [
      ...verificationRoutes({ send, verification }),
      ...signUpRoutes({ signUp }),
      ...signInRoutes({ signIn }),
      ...tokenRoutes({ tokens, revoke }),
      ...profileRoutes({ db }),
      ...sudoRoutes({ sudo }),
      ...passwordRoutes({ setPassword }),
      ...captchaRoutes({ captcha }),
    ],
    guards: {
      takePoint: limiter.takePoint,
      authenticate: tokens.authenticate,
      checkSudo: sudo.check,
      checkCaptcha: captcha.check,
    },
    housekeeping: [
      { name: 'expired limits', everyMs: 10 * MINUTE_MS, run: limiter.removeExpired },
      { name: 'old verifications', everyMs: 60 * MINUTE_MS, run: verification.removeOld },
      {
        name: 'expired tokens',
        everyMs: 60 * MINUTE_MS,
        run: () => removeExpiredTokens(db, clock),
      },
    ],
    isFirstRun: async () => !(await db.read(hasUsers)),
    [Symbol.asyncDispose]: () => notices[Symbol.asyncDispose](),
  }
}

const MINUTE_MS = 60_000

function actionOf({ method, path }: Endpoint): string {
  return `${method}:${path}`
}
