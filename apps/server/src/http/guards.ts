import type { Caller, RateLimit, SignedIn } from './route.ts'

/**
 * The checks that a route can require. They belong to the account layer; http only calls them, in
 * this order: limits, user, scope, captcha, sudo.
 */
export interface Guards {
  /** Throws `resource_exhausted` when the key has no points left in its window. */
  takePoint(key: string, limit: Pick<RateLimit, 'points' | 'perSeconds'>): Promise<void>
  /** Throws `unauthenticated` for a token that is wrong, expired, or whose session has ended. */
  authenticate(accessToken: string): Promise<SignedIn>
  /** Throws `permission_denied` for a sudo token that is missing, expired or of another session. */
  checkSudo(user: SignedIn, sudoToken: string | undefined): Promise<void>
  /** Throws `captcha_required` or `captcha_invalid`; a good token is spent by this call. */
  checkCaptcha(call: GuardedCall): Promise<void>
}

export interface GuardedCall {
  /** Method and path as declared: `POST:/v1/auth/signin`. */
  action: string
  when: 'always' | 'when-risky'
  token: string | undefined
  caller: Caller
  /** The parsed body: the captcha is bound to the contact in it. */
  body: unknown
}
