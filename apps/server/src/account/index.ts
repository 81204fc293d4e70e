import type { Endpoint } from '@awan/protocol'
import { sendVerification, signIn as signInEndpoint, unbindProvider } from '@awan/protocol/account'
import type { ProviderConfig } from '../config/providers.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/guards.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { Notifier } from '../notify/notifier.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { createCheckAdmin } from './admin/check-admin.ts'
import { anonymousRoutes } from './anonymous/anonymous.routes.ts'
import { createAnonymousUpgrade } from './anonymous/anonymous-upgrade.ts'
import { expireAnonymous } from './anonymous/expire-anonymous.ts'
import { createMergeAnonymous } from './anonymous/merge-anonymous.ts'
import { createSignUpAnonymously } from './anonymous/sign-up-anonymously.ts'
import { createApps } from './apps/apps.ts'
import { createClients } from './apps/clients.ts'
import { joinAppAccess } from './apps/join-app-access.ts'
import { createCallRisk } from './captcha/call-risk.ts'
import { captchaRoutes } from './captcha/captcha.routes.ts'
import { createCaptcha } from './captcha/captcha.ts'
import { createChallenges } from './captcha/challenge.ts'
import { createPictureCaptcha } from './captcha/picture-captcha.ts'
import { createBindContact } from './contact/bind-contact.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { deletionRoutes } from './deletion/deletion.routes.ts'
import { createDeletion } from './deletion/deletion.ts'
import { createPurge } from './deletion/purge.ts'
import { createFrozen, createRestore } from './deletion/restore.ts'
import { createEventLog } from './events/events.ts'
import { exportRoutes } from './export/export.routes.ts'
import { createExports } from './export/export.ts'
import { historyRoutes } from './history/history.routes.ts'
import { createHistory } from './history/history.ts'
import { createLimiter } from './limits/limits.ts'
import { createNotices } from './notices/notices.ts'
import { createOutgoingMessages } from './notices/outgoing-messages.ts'
import { createPasskeyFlow } from './passkeys/passkey-flow.ts'
import { createBreachedPasswords } from './passwords/breached-passwords.ts'
import { passwordRoutes } from './passwords/passwords.routes.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createResetPassword } from './passwords/reset-password.ts'
import { createSetPassword } from './passwords/set-password.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createQueryUsers } from './profile/query-users.ts'
import { createUpdateProfile } from './profile/update-profile.ts'
import { providerRoutes } from './providers/providers.routes.ts'
import { createProviders } from './providers/providers.ts'
import { createRiskAlgorithm } from './risk/algorithm.ts'
import { createDeviceSigns } from './risk/device-sign.ts'
import { riskRoutes } from './risk/risk.routes.ts'
import { createReportDevice } from './risk/risk.ts'
import { createOwnSessions } from './sessions/own-sessions.ts'
import { pruneSessions } from './sessions/prune-sessions.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignOut } from './sessions/sign-out.ts'
import { createCompleteSignIn } from './sign-in/complete-sign-in.ts'
import { createFinishSignIn } from './sign-in/finish-sign-in.ts'
import { createRecordFailure } from './sign-in/record-failure.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createSignInAttempts } from './sign-in/sign-in-attempts.ts'
import { createSignInByCode } from './sign-in/sign-in-by-code.ts'
import { createValidatePhone } from './sign-in/validate-phone.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { createSignUp } from './sign-up/sign-up.ts'
import { sudoRoutes } from './sudo/sudo.routes.ts'
import { createSudo } from './sudo/sudo.ts'
import { createAccessTokens } from './tokens/access-token.ts'
import { createInternalTokens } from './tokens/internal-token.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import { createTokens } from './tokens/tokens.ts'
import { trustedDeviceRoutes } from './trusted-devices/trusted-devices.routes.ts'
import { createTrustedDevices } from './trusted-devices/trusted-devices.ts'
import { createTwoFactorFlow } from './two-factor/two-factor-flow.ts'
import type { Belongings } from './users/belongings.ts'
import { hasUsers } from './users/users.ts'
import { createSendVerification } from './verification/send-verification.ts'
import { verificationRoutes } from './verification/verification.routes.ts'
import { createVerification } from './verification/verification.ts'
import {
  type CodesPerHour,
  createVerificationRisk,
  defaultCodesPerHour,
} from './verification/verification-limits.ts'
import { createEnqueueEvent } from './webhooks/enqueue-event.ts'
import { joinWebhooks } from './webhooks/join-webhooks.ts'
import type { WebhookReach } from './webhooks/webhook-target.ts'

export interface AccountOptions {
  db: Database
  clock: Clock
  random: Random
  secrets: Pick<Secrets, 'refreshKey' | 'codeKey'>
  signingKeys: SigningKeys
  notifier: Notifier
  accessTokenTtlMs: number
  refreshTokenTtlMs: number
  /** Where people reach us; issuer and audience of the access tokens. */
  publicUrl: string
  /** Origins of other web apps whose pages may call us. */
  allowedOrigins?: readonly string[]
  /** Third parties with whose accounts people may sign in, as the environment says. */
  providers?: readonly ProviderConfig[]
  /** Development lets third parties run on this machine without TLS. */
  env?: 'development' | 'production'
  /** How many codes leave the house in an hour, in all. */
  codesPerHour?: CodesPerHour
  /** Where webhooks may lead; the public internet alone unless told. */
  webhookReach?: WebhookReach
  /** How long an account can be restored after its owner asked for its deletion. */
  deletionGraceMs?: number
  /** Whether people may start without an account. */
  allowsAnonymous?: boolean
  /** Whether a phone number and its password need a code too on a new device. */
  validatesPhones?: boolean
  /** What people have outside of the account. */
  belongings?: readonly Belongings[]
  /** A range service for breached passwords (k-anonymity). */
  breachedPasswordsUrl?: string | undefined
  log?: Log
}

/** Disposing waits for the notices that are still on their way. */
export interface Account extends AsyncDisposable {
  routes: Route[]
  guards: Guards
  housekeeping: Chore[]
  /** Whether nobody has an account yet: the first one becomes the administrator. */
  isFirstRun(): Promise<boolean>
  /** Resolves when no notice is on its way any more. */
  settled(): Promise<void>
}

export function createAccount(options: AccountOptions): Account {
  const { db, clock, random, secrets, notifier, publicUrl, log } = options
  const { codeKey, refreshKey } = secrets
  const { signingKeys } = options

  const { codesPerHour = defaultCodesPerHour } = options
  const limiter = createLimiter({ db, clock, codeKey })
  const events = createEventLog({
    clock,
    random,
    source: publicUrl,
    forward: createEnqueueEvent({ clock, random }),
  })
  const webhooks = joinWebhooks({
    db,
    clock,
    random,
    codeKey,
    events,
    reach: options.webhookReach ?? { loopback: false, privateNetworks: false },
    source: publicUrl,
    log,
  })
  const outgoing = createOutgoingMessages({ db, clock, random, codeKey, notifier, log })
  const notices = createNotices({ outgoing, notifier, clock, publicUrl })
  const { breachedPasswordsUrl: rangeUrl } = options
  const breached = rangeUrl && createBreachedPasswords({ url: rangeUrl, log })
  const passwords = createPasswords(random, breached || undefined)
  const sessions = createSessions({ clock, random, idleMs: options.refreshTokenTtlMs })
  const accessTokens = createAccessTokens({
    signingKeys,
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
  const verification = createVerification({ db, clock, random, codeKey })
  const send = createSendVerification({
    db,
    clock,
    random,
    codeKey,
    limiter,
    notifier,
    publicUrl,
    codesPerHour,
  })
  const belongings = options.belongings ?? []
  const providers = createProviders({
    db,
    clock,
    random,
    codeKey,
    env: options.env ?? 'production',
    configured: options.providers ?? [],
    origins: [new URL(publicUrl).origin, ...(options.allowedOrigins ?? [])],
    events,
    notices,
  })
  const upgrade = createAnonymousUpgrade({
    authenticate: tokens.authenticate,
    events,
    belongings,
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
    upgrade,
    bindProvider: providers.bindings.bindNew,
  })
  const passkeys = createPasskeyFlow({
    db,
    clock,
    random,
    codeKey,
    publicUrl,
    allowedOrigins: options.allowedOrigins ?? [],
    events,
    notices,
  })
  const clients = createClients({ db, publicUrl })
  const signOut = createSignOut({
    db,
    sessions,
    events,
    clients,
    publicUrl,
    allowedOrigins: options.allowedOrigins ?? [],
  })
  const attempts = createSignInAttempts({ db, limiter, sessions })
  const restoreTokens = createInternalTokens({ codeKey, type: 'restore', clock })
  const trustedDevices = createTrustedDevices({ db, clock, random, events })
  const twoFactor = createTwoFactorFlow({
    db,
    clock,
    random,
    codeKey,
    publicUrl,
    limiter,
    sessions,
    events,
    notices,
    notifier,
    send,
    verification,
    trustedDevices,
    passkeys: passkeys.secondStep,
  })
  const complete = createCompleteSignIn({
    frozen: createFrozen({ clock, restoreTokens }),
    db,
    sessions,
    tokens,
    events,
    notices,
    secondStep: twoFactor.secondStep,
    trustedDevices,
  })
  const appAccess = joinAppAccess({
    db,
    clock,
    random,
    codeKey,
    publicUrl,
    signingKeys,
    accessTokens,
    tokens,
    clients,
    sessions,
    events,
    notices,
    complete,
  })
  const recordFailure = createRecordFailure({ db, attempts, events })
  const finish = createFinishSignIn({ db, attempts, complete })
  const isOn = options.validatesPhones ?? false
  const validatePhone = createValidatePhone({ db, sessions, isOn })
  const signIn = createSignIn({ db, attempts, passwords, recordFailure, validatePhone, finish })
  const signInByCode = createSignInByCode({ db, verification, recordFailure, finish })
  const setPassword = createSetPassword({ db, clock, passwords, sessions, events, notices })
  const resetPassword = createResetPassword({
    db,
    clock,
    verification,
    passwords,
    sessions,
    events,
    notices,
  })
  const apps = createApps({ clock, random, sessions })
  const deletion = createDeletion({
    db,
    clock,
    limiter,
    sessions,
    events,
    notices,
    graceMs: options.deletionGraceMs ?? 15 * DAY_MS,
  })
  const restore = createRestore({ db, clock, events, notices, complete, restoreTokens })
  const purge = createPurge({ db, clock, events, notices, belongings, log })
  const signUpAnonymously = createSignUpAnonymously({
    db,
    clock,
    codeKey,
    events,
    complete,
    isAllowed: options.allowsAnonymous ?? false,
  })
  const exports = createExports({ db, clock, random, events, notices, belongings })
  const bindContact = createBindContact({ db, clock, verification, deletion, events, notices })
  const updateProfile = createUpdateProfile({ db, clock, events })
  const queryUsers = createQueryUsers({ db, limiter })
  const sudo = createSudo({
    db,
    limiter,
    passwords,
    verification,
    events,
    sudoTokens: createInternalTokens({ codeKey, type: 'sudo', clock }),
  })
  const deviceSigns = createDeviceSigns({ codeKey })
  const algorithm = createRiskAlgorithm({ codeKey, clock })
  const captcha = createCaptcha({
    db,
    clock,
    random,
    challenges: createChallenges({ codeKey, clock, random }),
    captchaTokens: createInternalTokens({ codeKey, type: 'captcha', clock }),
    risks: new Map([
      [actionOf(signInEndpoint), attempts],
      [actionOf(sendVerification), createVerificationRisk({ db, limiter, codesPerHour })],
      [actionOf(unbindProvider), createCallRisk({ db, limiter, topic: 'unbind' })],
    ]),
  })

  return {
    routes: [
      ...verificationRoutes({ send, verification }),
      ...signUpRoutes({ signUp }),
      ...anonymousRoutes({
        signUpAnonymously,
        mergeAnonymous: createMergeAnonymous({ db, upgrade }),
      }),
      ...signInRoutes({ signIn, signInByCode }),
      ...twoFactor.routes,
      ...trustedDeviceRoutes({ trustedDevices }),
      ...passkeys.routes(complete),
      ...providerRoutes({ db, providers, signIn: providers.createSignIn(complete) }),
      ...sessionRoutes({ ownSessions: createOwnSessions({ db, sessions, events }), signOut }),
      ...historyRoutes({ history: createHistory({ db }) }),
      ...appAccess.routes,
      ...profileRoutes({ db, updateProfile, queryUsers }),
      ...contactRoutes({ bindContact }),
      ...deletionRoutes({ deletion, restore }),
      ...exportRoutes({ exports }),
      ...sudoRoutes({ sudo }),
      ...passwordRoutes({ setPassword, resetPassword }),
      ...captchaRoutes({
        captcha,
        pictures: createPictureCaptcha({
          db,
          clock,
          random,
          codeKey,
          limiter,
          captcha,
          pictureTokens: createInternalTokens({ codeKey, type: 'picture', clock }),
        }),
      }),
      ...riskRoutes({
        algorithm,
        reportDevice: createReportDevice({ algorithm, deviceSigns, random }),
      }),
      ...webhooks.routes,
      ...adminRoutes({
        db,
        clock,
        limiter,
        sessions,
        events,
        deletion,
        notices,
        apps,
        providerSettings: providers.settings,
      }),
    ],
    guards: {
      recognise: deviceSigns.recognise,
      takePoint: limiter.takePoint,
      authenticate: tokens.authenticate,
      checkAdmin: createCheckAdmin({ db }),
      checkSudo: sudo.check,
      checkCaptcha: captcha.check,
    },
    housekeeping: [
      ...providers.housekeeping,
      ...webhooks.chores,
      { name: 'expired limits', everyMs: 10 * MINUTE_MS, run: limiter.removeExpired },
      { name: 'unsent messages', everyMs: MINUTE_MS / 2, run: outgoing.sendDue },
      {
        name: 'unused anonymous accounts',
        everyMs: 60 * MINUTE_MS,
        run: () => expireAnonymous({ db, clock }),
      },
      { name: 'expired exports', everyMs: 60 * MINUTE_MS, run: exports.removeExpired },
      { name: 'deleted accounts', everyMs: 60 * MINUTE_MS, run: purge },
      {
        name: 'old sessions',
        everyMs: 24 * 60 * MINUTE_MS,
        run: () => pruneSessions(db, clock),
      },
      {
        name: 'expired trusted devices',
        everyMs: 60 * MINUTE_MS,
        run: trustedDevices.removeExpired,
      },
      { name: 'old verifications', everyMs: 60 * MINUTE_MS, run: verification.removeOld },
      ...appAccess.chores,
    ],
    isFirstRun: async () => !(await db.read(hasUsers)),
    settled: outgoing.settled,
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

function actionOf({ method, path }: Endpoint): string {
  return `${method}:${path}`
}
