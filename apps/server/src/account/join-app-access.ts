import type { Database } from '../db/database.ts'
import type { Guards } from '../http/guards.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import { createIsAppOrigin } from './apps/app-origins.ts'
import type { Clients } from './apps/clients.ts'
import { authorizeRoutes } from './authorize/authorize.routes.ts'
import { createAuthorize } from './authorize/authorize.ts'
import { authorizedAppRoutes } from './authorize/authorized-apps.routes.ts'
import { createAuthorizedApps } from './authorize/authorized-apps.ts'
import { createIntrospectCode } from './authorize/introspect-code.ts'
import { createRedeemCode } from './authorize/redeem-code.ts'
import { removeOldCodes } from './authorize/remove-old-codes.ts'
import { deviceCodeRoutes } from './device-code/device-code.routes.ts'
import { createDeviceCodes, removeOldDeviceCodes } from './device-code/device-code.ts'
import { createRedeemDeviceCode } from './device-code/redeem-device-code.ts'
import type { EventLog } from './events/events.ts'
import type { Notices } from './notices/notices.ts'
import { authorizationRoutes } from './oauth2/authorization.routes.ts'
import { createStartAuthorization } from './oauth2/authorization.ts'
import { discoveryRoutes } from './oauth2/discovery.routes.ts'
import { endSessionRoutes } from './oauth2/end-session.routes.ts'
import { createStartEndSession } from './oauth2/end-session.ts'
import { oauthRoutes } from './oauth2/oauth2.routes.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { CompleteSignIn } from './sign-in/complete-sign-in.ts'
import { createOpenGrant } from './sign-in/open-grant.ts'
import { signInTokenRoutes } from './sign-in/signin-token.routes.ts'
import { createSignInTokens } from './sign-in/signin-token.ts'
import type { SignOutRequests } from './sign-out/sign-out-requests.ts'
import type { AccessTokens } from './tokens/access-token.ts'
import { createGrantToken } from './tokens/grant-token.ts'
import { createSignIdToken } from './tokens/id-token.ts'
import { createInternalTokens } from './tokens/internal-token.ts'
import { createIntrospect } from './tokens/introspect.ts'
import { createReadIdToken } from './tokens/read-id-token.ts'
import { createRevoke } from './tokens/revoke.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import { removeExpiredTokens } from './tokens/spent-tokens.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import type { Tokens } from './tokens/tokens.ts'

export interface AppAccessParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  publicUrl: string
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  tokens: Tokens
  clients: Clients
  signOutRequests: SignOutRequests
  sessions: Sessions
  events: EventLog
  notices: Notices
  complete: CompleteSignIn
  /** Throws for a person who must set up the second step first. Undefined if nobody needs one. */
  checkTwoFactor: Guards['checkTwoFactor']
}

export interface AppAccess {
  /** Whether a registered app runs in the browser there. */
  isAppOrigin(origin: string): Promise<boolean>
  routes: Route[]
  chores: Chore[]
}

/** How clients come to tokens, their own wire and the standards' wire on the same rules. */
export function joinAppAccess(parts: AppAccessParts): AppAccess {
  const { db, clock, random, codeKey, publicUrl, clients, signingKeys } = parts
  const { accessTokens, tokens, sessions, events, notices, complete, signOutRequests } = parts

  const revoke = createRevoke({ db, accessTokens, sessions, events })
  const introspect = createIntrospect({ db, clock, accessTokens, sessions })
  const signIdToken = createSignIdToken({ signingKeys, publicUrl, clock })
  const openGrant = createOpenGrant({ complete, signIdToken })
  const grantToken = createGrantToken({
    tokens,
    signIdToken,
    redeemCode: createRedeemCode({ db, clock, sessions, events, openGrant }),
    redeemDeviceCode: createRedeemDeviceCode({ db, clock, openGrant }),
  })
  const signInTokens = createSignInTokens({
    db,
    clock,
    random,
    sessions,
    complete,
    signInTokens: createInternalTokens({ codeKey, type: 'signin', clock }),
  })
  const authorize = createAuthorize({
    db,
    clock,
    random,
    clients,
    sessions,
    events,
    notices,
    publicUrl,
    checkTwoFactor: parts.checkTwoFactor,
  })
  const deviceCodes = createDeviceCodes({ db, clock, random, clients, events, notices })
  const startEndSession = createStartEndSession({
    db,
    clients,
    readIdToken: createReadIdToken({ signingKeys, publicUrl }),
    signOutRequests,
    publicUrl,
  })
  const start = createStartAuthorization({ db, clients, publicUrl })

  return {
    isAppOrigin: createIsAppOrigin({ db }),
    routes: [
      ...tokenRoutes({
        clients,
        grantToken,
        revoke,
        introspect,
        introspectCode: createIntrospectCode({ db, clock }),
      }),
      ...signInTokenRoutes({ signInTokens }),
      ...authorizeRoutes({ authorize, publicUrl }),
      ...authorizedAppRoutes({
        apps: createAuthorizedApps({ db, clients, sessions, events }),
      }),
      ...deviceCodeRoutes({ deviceCodes, clients, clock, publicUrl }),
      ...discoveryRoutes({ signingKeys, publicUrl }),
      ...authorizationRoutes({ start, publicUrl }),
      ...endSessionRoutes({ start: startEndSession, publicUrl }),
      ...oauthRoutes({ db, clients, grantToken, revoke, introspect, deviceCodes, publicUrl }),
    ],
    chores: [
      { name: 'signing keys', everyMs: HOUR_MS, run: signingKeys.rotate },
      { name: 'expired tokens', everyMs: HOUR_MS, run: () => removeExpiredTokens(db, clock) },
      { name: 'old authorization codes', everyMs: HOUR_MS, run: () => removeOldCodes(db, clock) },
      { name: 'old device codes', everyMs: HOUR_MS, run: () => removeOldDeviceCodes(db, clock) },
    ],
  }
}

const HOUR_MS = 3_600_000
