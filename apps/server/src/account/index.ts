import type { Guards } from '../http/guards.ts'
import type { Door } from '../http/mount-doors.ts'
import type { Route } from '../http/route.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { AccountOptions } from './account-options.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { createCheckAdmin } from './admin/check-admin.ts'
import { createPeople, type People } from './admin/people.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords/app-passwords.ts'
import { createApps } from './apps/apps.ts'
import { createClients } from './apps/clients.ts'
import { joinCaptcha } from './captcha/join-captcha.ts'
import { createEventLog } from './events/events.ts'
import { createGroups } from './groups/groups.ts'
import { joinAppAccess } from './join-app-access.ts'
import { joinPerson } from './join-person.ts'
import { joinWaysIn } from './join-ways-in.ts'
import { createLimiter } from './limits/limits.ts'
import { createNotices } from './notices/notices.ts'
import { createOutgoingMessages } from './notices/outgoing-messages.ts'
import { countPasskeys } from './passkeys/passkeys.ts'
import { createBreachedPasswords } from './passwords/breached-passwords.ts'
import { createPasswords } from './passwords/passwords.ts'
import { countLinks } from './providers/bindings.ts'
import { joinRisk } from './risk/join-risk.ts'
import { createSessions } from './sessions/sessions.ts'
import { createExplainDeletion } from './sign-in/explain-deletion.ts'
import { createSignOutRequests } from './sign-out/sign-out-requests.ts'
import { createAccessTokens } from './tokens/access-token.ts'
import { createInternalTokens } from './tokens/internal-token.ts'
import { createTokens } from './tokens/tokens.ts'
import { hasUsers } from './users/users.ts'
import { createWaysLeft } from './users/ways-left.ts'
import { createVerification } from './verification/verification.ts'
import { defaultCodesPerHour } from './verification/verification-limits.ts'
import { createEnqueueEvent } from './webhooks/enqueue-event.ts'
import { joinWebhooks } from './webhooks/join-webhooks.ts'

export type { AdminContext, People } from './admin/people.ts'
export type { AppPasswords } from './app-passwords/app-passwords.ts'
export type { Risk, RiskyCall } from './captcha/risk.ts'
export {
  createInboxMails,
  INBOX_MAILS_PER_DAY,
  type InboxMail,
  type InboxMails,
} from './inbox-mails/inbox-mails.ts'
export {
  createInvitations,
  INVITATIONS_PER_DAY,
  type Invitations,
} from './invitations/invitations.ts'
export { createLimiter, type Limiter } from './limits/limits.ts'
export { createArgon2id, type PasswordHashing } from './passwords/password-hashing.ts'
export { createPasswords, type Passwords } from './passwords/passwords.ts'
export {
  createPeopleDirectory,
  type DescribedGroup,
  type DescribedPerson,
  type PeopleDirectory,
} from './people-directory.ts'
export { peopleQuery } from './people-query.ts'
export { createSetupCode } from './sign-up/setup-code.ts'
export { maskEmail } from './users/contact.ts'
export {
  createVisitorCodes,
  VISITOR_CODES,
  type VisitorCodes,
} from './verification/visitor-codes.ts'

/** Disposing waits for the notices that are still on their way, and for what is written in the background. */
export interface Account extends AsyncDisposable {
  routes: Route[]
  /** How programs that sync ask to be let in. */
  doors: Door[]
  guards: Guards
  housekeeping: Chore[]
  /** Whether a registered app runs in the browser there. */
  isAppOrigin(origin: string): Promise<boolean>
  /** What administrators and the operator do with the accounts of others. */
  people: People
  /** For programs that open files without signing in to the account. */
  appPasswords: Pick<AppPasswords, 'authenticate' | 'revoke' | 'isValid' | 'findValid'>
  /** Whether nobody has an account yet: the first one becomes the administrator. */
  isFirstRun(): Promise<boolean>
  /** Resolves when no notice is on its way any more. */
  settled(): Promise<void>
}

/** Four groups: around, ways in, the person, apps of others. Each is joined beside its flows. */
export function createAccount(options: AccountOptions): Account {
  const { db, clock, random, notifier, signingKeys, publicUrl, requests, log } = options
  const { allowedOrigins = [], accountFiles = [] } = options
  const { codeKey, refreshKey } = options.secrets
  const { accessTokenTtlMs, refreshTokenTtlMs, breachedPasswordsUrl } = options
  const kit = { db, clock, random, codeKey }

  // Around: what the flows tell others, and what keeps strangers out.
  const limiter = createLimiter({ db, clock, codeKey })
  const forward = createEnqueueEvent({ clock, random })
  const events = createEventLog({ clock, random, source: publicUrl, forward })
  const outgoing = createOutgoingMessages({ ...kit, notifier, log })
  const notices = createNotices({ outgoing, limiter, notifier, clock, publicUrl })
  const appPasswords = createAppPasswords({ ...kit, limiter, events, log })
  const webhooks = joinWebhooks({ ...kit, events, requests, source: publicUrl, log })
  const risk = joinRisk({ clock, random, codeKey })

  // What a person proves, and what they get for it.
  const breached = breachedPasswordsUrl
    ? createBreachedPasswords({ url: breachedPasswordsUrl, requests, log })
    : undefined
  const passwords = createPasswords({ random, breached, hashing: options.passwordHashing })
  const verification = createVerification(kit)
  const sessions = createSessions({ clock, random, idleMs: refreshTokenTtlMs })
  const accessTokens = createAccessTokens({
    signingKeys,
    publicUrl,
    ttlMs: accessTokenTtlMs,
    clock,
    random,
  })
  const tokens = createTokens({
    db,
    clock,
    random,
    refreshKey,
    refreshTokenTtlMs,
    accessTokens,
    sessions,
    events,
    notices,
  })
  const waysLeft = createWaysLeft({ countPasskeys, countLinks })
  const restoreTokens = createInternalTokens({ codeKey, type: 'restore', clock })

  const waysIn = joinWaysIn({
    ...kit,
    publicUrl,
    allowedOrigins,
    requests,
    env: options.env ?? 'production',
    configuredProviders: options.providers ?? [],
    codesPerHour: options.codesPerHour ?? defaultCodesPerHour,
    allowsAnonymous: options.allowsAnonymous ?? false,
    validatesPhones: options.validatesPhones ?? false,
    signUpMode: options.signUp ?? 'open',
    setupCode: options.setupCode,
    firstAdmin: options.firstAdmin,
    twoFactorRequiredFor: options.requiresTwoFactor ?? 'nobody',
    accountFiles,
    limiter,
    notifier,
    events,
    notices,
    passwords,
    verification,
    sessions,
    waysLeft,
    tokens,
    explainDeletion: createExplainDeletion({ clock, restoreTokens }),
  })
  const { complete, again, requirement } = waysIn
  const captcha = joinCaptcha({
    ...kit,
    limiter,
    risks: waysIn.risks,
    otherRisks: options.risks ?? new Map(),
  })

  const clients = createClients({ db, publicUrl })
  const signOutRequests = createSignOutRequests({ codeKey, clock })
  const person = joinPerson({
    ...kit,
    publicUrl,
    allowedOrigins,
    deletionGraceMs: options.deletionGraceMs ?? 15 * DAY_MS,
    accountFiles,
    limiter,
    events,
    notices,
    passwords,
    verification,
    sessions,
    waysLeft,
    clients,
    signOutRequests,
    restoreTokens,
    complete,
    again,
    mustSetUpTwoFactor: requirement.mustSetUp,
    log,
  })

  const appAccess = joinAppAccess({
    ...kit,
    publicUrl,
    signingKeys,
    accessTokens,
    tokens,
    clients,
    signOutRequests,
    sessions,
    events,
    notices,
    complete,
    checkTwoFactor: requirement.check,
  })

  const { deletion } = person
  const people = createPeople({ db, clock, random, limiter, sessions, events, deletion, notices })
  const admin = adminRoutes({
    db,
    clock,
    events,
    sessions,
    people,
    apps: createApps({ clock, random, sessions }),
    groups: createGroups({ clock, random }),
    accountFiles,
    providerSettings: waysIn.providerSettings,
    settings: options.settings ?? [],
  })

  return {
    routes: [
      ...waysIn.routes,
      ...person.routes,
      ...appAccess.routes,
      ...captcha.routes,
      ...risk.routes,
      ...webhooks.routes,
      ...admin,
    ],
    doors: person.doors,
    guards: {
      recognise: risk.recognise,
      takePoint: limiter.takePoint,
      authenticate: tokens.authenticate,
      ...(requirement.check && { checkTwoFactor: requirement.check }),
      checkAdmin: createCheckAdmin({ db }),
      checkSudo: person.checkSudo,
      checkCaptcha: captcha.check,
    },
    housekeeping: [
      ...waysIn.chores,
      ...person.chores,
      ...appAccess.chores,
      ...webhooks.chores,
      { name: 'expired app passwords', everyMs: 60 * MINUTE_MS, run: appPasswords.removeExpired },
      { name: 'expired limits', everyMs: 10 * MINUTE_MS, run: limiter.removeExpired },
      { name: 'unsent messages', everyMs: MINUTE_MS / 2, run: outgoing.sendDue },
    ],
    isAppOrigin: appAccess.isAppOrigin,
    people,
    appPasswords,
    isFirstRun: async () => !(await db.read(hasUsers)),
    settled: async () => {
      await appPasswords.settled()
      await outgoing.settled()
    },
    async [Symbol.asyncDispose]() {
      await appPasswords[Symbol.asyncDispose]()
      await outgoing[Symbol.asyncDispose]()
    },
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
