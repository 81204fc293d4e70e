import type { ProviderConfig } from '../config/providers.ts'
import type { Database } from '../db/database.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import type { OutgoingRequests } from '../kernel/outgoing/outgoing-requests.ts'
import type { Notifier } from '../notify/notifier.ts'
import { createAnonymousFlow } from './anonymous/anonymous-flow.ts'
import type { JoinCaptchaParts } from './captcha/join-captcha.ts'
import type { EventLog } from './events/events.ts'
import type { Limiter } from './limits/limits.ts'
import type { Notices } from './notices/notices.ts'
import { createPasskeyFlow } from './passkeys/passkey-flow.ts'
import { passwordRoutes } from './passwords/passwords.routes.ts'
import type { Passwords } from './passwords/passwords.ts'
import { createResetPassword } from './passwords/reset-password.ts'
import { createSetPassword } from './passwords/set-password.ts'
import type { ProviderSettings } from './providers/provider-settings.ts'
import { providerRoutes } from './providers/providers.routes.ts'
import { createProviders } from './providers/providers.ts'
import type { Sessions } from './sessions/sessions.ts'
import { type CompleteSignIn, createCompleteSignIn } from './sign-in/complete-sign-in.ts'
import type { ExplainDeletion } from './sign-in/explain-deletion.ts'
import { createFinishSignIn } from './sign-in/finish-sign-in.ts'
import { createRecordFailure } from './sign-in/record-failure.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createSignInAttempts } from './sign-in/sign-in-attempts.ts'
import { createSignInByCode } from './sign-in/sign-in-by-code.ts'
import { createValidatePhone } from './sign-in/validate-phone.ts'
import { createIsLocal } from './sign-up/may-be-first.ts'
import { serverFactsRoutes } from './sign-up/server-facts.routes.ts'
import type { SetupCode } from './sign-up/setup-code.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { createSignUp, type SignUpMode } from './sign-up/sign-up.ts'
import type { SudoParts } from './sudo/sudo.ts'
import type { SudoProofParts } from './sudo/sudo-proof.ts'
import type { Tokens } from './tokens/tokens.ts'
import { trustedDeviceRoutes } from './trusted-devices/trusted-devices.routes.ts'
import { createTrustedDevices } from './trusted-devices/trusted-devices.ts'
import { createTwoFactorFlow } from './two-factor/two-factor-flow.ts'
import type {
  TwoFactorRequiredFor,
  TwoFactorRequirement,
} from './two-factor/two-factor-requirement.ts'
import type { AccountFiles } from './users/account-files.ts'
import type { WaysLeft } from './users/ways-left.ts'
import { createSendVerification } from './verification/send-verification.ts'
import { verificationRoutes } from './verification/verification.routes.ts'
import type { Verification } from './verification/verification.ts'
import { type CodesPerHour, createVerificationRisk } from './verification/verification-limits.ts'

export interface WaysInParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  publicUrl: string
  allowedOrigins: readonly string[]
  env: 'development' | 'production'
  configuredProviders: readonly ProviderConfig[]
  codesPerHour: CodesPerHour
  allowsAnonymous: boolean
  validatesPhones: boolean
  signUpMode: SignUpMode
  setupCode: SetupCode | undefined
  firstAdmin: string | undefined
  /** Who needs a second step. */
  twoFactorRequiredFor: TwoFactorRequiredFor
  accountFiles: readonly AccountFiles[]
  limiter: Limiter
  notifier: Notifier
  requests: OutgoingRequests
  events: EventLog
  notices: Notices
  passwords: Passwords
  verification: Verification
  sessions: Sessions
  waysLeft: WaysLeft
  tokens: Tokens
  /** What the owner of an account in deletion hears at the door. */
  explainDeletion: ExplainDeletion
}

export interface WaysIn {
  /** Where every way in ends. */
  complete: CompleteSignIn
  /** What a person proves themselves by once more. */
  again: Pick<SudoParts, 'secondStep'> & Pick<SudoProofParts, 'passkeySudo' | 'sudoVisits'>
  requirement: TwoFactorRequirement
  providerSettings: ProviderSettings
  risks: JoinCaptchaParts['risks']
  routes: Route[]
  chores: Chore[]
}

/** Sign-up, and every way to sign in: password, code, passkey, third party, nothing at all. */
export function joinWaysIn(parts: WaysInParts): WaysIn {
  const { db, clock, random, limiter, events, notices, sessions, codesPerHour } = parts
  const { publicUrl, allowedOrigins, passwords, verification } = parts

  const send = createSendVerification(parts)
  const passkeys = createPasskeyFlow(parts)
  const trustedDevices = createTrustedDevices({ db, clock, random, sessions, events })
  const {
    secondStep,
    requirement,
    routes: twoFactorRoutes,
  } = createTwoFactorFlow({
    ...parts,
    send,
    trustedDevices,
    passkeys: passkeys.secondStep,
  })
  const complete = createCompleteSignIn({ ...parts, secondStep, trustedDevices })

  const anonymous = createAnonymousFlow({
    ...parts,
    isAllowed: parts.allowsAnonymous,
    authenticate: parts.tokens.authenticate,
  })
  const providers = createProviders({
    ...parts,
    configured: parts.configuredProviders,
    origins: [new URL(publicUrl).origin, ...allowedOrigins],
  })
  const isLocal = createIsLocal(parts.env)
  const signUp = createSignUp({
    ...parts,
    upgrade: anonymous.upgrade,
    bindProvider: providers.bindings.bindNew,
  })

  const attempts = createSignInAttempts({ db, limiter, sessions })
  const recordFailure = createRecordFailure({ db, attempts, events })
  const finish = createFinishSignIn({ db, attempts, complete })
  const validatePhone = createValidatePhone({ db, sessions, isOn: parts.validatesPhones })
  const signIn = createSignIn({ db, attempts, passwords, recordFailure, validatePhone, finish })
  const signInByCode = createSignInByCode({ db, verification, recordFailure, finish })
  const setPassword = createSetPassword({ db, clock, passwords, sessions, events, notices })
  const resetPassword = createResetPassword(parts)

  return {
    complete,
    again: { secondStep, passkeySudo: passkeys.sudo, sudoVisits: providers.sudoVisits },
    requirement,
    providerSettings: providers.settings,
    risks: {
      signIn: attempts,
      sendVerification: createVerificationRisk({ db, limiter, codesPerHour }),
    },
    routes: [
      ...verificationRoutes({ send, verification }),
      ...serverFactsRoutes({ ...parts, isLocal }),
      ...signUpRoutes({ signUp, isLocal }),
      ...anonymous.routes(complete),
      ...signInRoutes({ signIn, signInByCode }),
      ...twoFactorRoutes,
      ...trustedDeviceRoutes({ trustedDevices }),
      ...passkeys.routes(complete),
      ...providerRoutes({ db, providers, signIn: providers.createSignIn(complete) }),
      ...passwordRoutes({ setPassword, resetPassword }),
    ],
    chores: [
      ...providers.housekeeping,
      ...anonymous.chores,
      { name: 'old verifications', everyMs: HOUR_MS, run: verification.removeOld },
      { name: 'expired trusted devices', everyMs: HOUR_MS, run: trustedDevices.removeExpired },
    ],
  }
}

const HOUR_MS = 3600_000
