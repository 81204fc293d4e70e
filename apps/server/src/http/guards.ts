import type { Caller, RateLimit, Requires, SignedIn, Visitor } from './route.ts'

/**
 * The checks that a route can require. They belong to the account layer; http only calls them, in
 * this order: limits, user, scope, second step, administrator, captcha, sudo.
 */
export interface Guards {
  /** Checks a device's sign; a forged one makes the device an unknown one to everything behind. */
  recognise?(caller: Caller, deviceSign: string | undefined): Caller
  /** Throws `resource_exhausted` when the key has no points left in its window. */
  takePoint(key: string, limit: Pick<RateLimit, 'points' | 'perSeconds' | 'isLocal'>): Promise<void>
  /** Throws `unauthenticated` for a token that is wrong, expired, or whose session has ended. */
  authenticate(accessToken: string): Promise<SignedIn>
  /** Undefined for an app password that is wrong, expired or revoked, in the time that a right one takes. */
  signInByPassword?(login: PasswordLogin): Promise<PasswordHolder | undefined>
  /** The program that has it gives it up. */
  revokePassword?(use: { sub: string; appPasswordId: string }, caller: Caller): Promise<void>
  /** Whether it still works, for work that takes long. */
  isPasswordValid?(appPasswordId: string): Promise<boolean>
  /** Those of them that still work, found by few queries. */
  findValidPasswords?(appPasswordIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Undefined for a token that is not that of a visit, or of one that is over. */
  admitVisitor?(visitToken: string): Visitor | undefined
  /** Throws `interaction_required` for a person who must set up the second step first. */
  checkTwoFactor?(user: SignedIn): Promise<void>
  /** Throws `permission_denied` unless an administrator calls through a first-party app. */
  checkAdmin(user: SignedIn): Promise<void>
  /** Throws `permission_denied` for a sudo token that is missing, expired or of another session. */
  checkSudo(user: SignedIn, sudoToken: string | undefined, when?: Requires['sudo']): Promise<void>
  /** Throws `captcha_required` or `captcha_invalid`; a good token is spent by this call. */
  checkCaptcha(call: GuardedCall): Promise<void>
}

/** What a program sends with every request that cannot sign in as people do. */
export interface PasswordLogin {
  userName: string
  password: string
  address: string
  userAgent: string | undefined
}

/** Whose password it is, and what it opens. */
export interface PasswordHolder {
  sub: string
  appPasswordId: string
  readOnly: boolean
  /** Only this folder, with all that is below it. */
  folder?: { driveId: string; nodeId: string } | undefined
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
