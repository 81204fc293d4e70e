import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, Bytes, Endpoint, ParamsOf, QueryOf } from '@awan/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EncodedJson } from './encoded-json.ts'

/** What a caller must bring. Each route declares it, and it is checked before the handler. */
export interface Requires {
  /**
   * A signed-in person; `optional` takes a token when there is one. The token must be good for the
   * account itself (`user`), which apps of others never have, unless `scope` names something else.
   */
  user?: true | 'optional'
  /** This scope in the token, or one of these; implies a user. */
  scope?: string | readonly string[]
  /** What the drive asks of the caller on the nodes that the call names; it checks that itself. */
  right?: string
  /** Also for the visitor of a link, whose visit token takes the place of an access token. */
  visitor?: true
  /** An administrator in one of our own apps; implies a user. */
  admin?: true
  /**
   * A fresh sudo token of this very session. `unless-fresh` lets a person who has just signed in do
   * without: for calls of the specification that know no sudo token.
   */
  sudo?: true | 'unless-fresh'
  /** Also for who must set the second step up and has not: nothing else is open to them. */
  beforeTwoFactor?: true
  /** A captcha token for this call: always, or when the caller's recent failures ask for it. */
  captcha?: 'always' | 'when-risky'
  /** At most so many calls per window, counted by each named key. */
  limits?: readonly RateLimit[]
}

/** Whether nobody gets in without a token. */
export function needsCaller({ user, scope, admin, sudo }: Requires): boolean {
  return user === true || scope !== undefined || admin === true || sudo !== undefined
}

/** What a token needs wherever a route names nothing else. */
export const ACCOUNT_SCOPE = 'user'

export interface RateLimit {
  by: 'address' | 'user' | 'device'
  points: number
  perSeconds: number
  /** Counted by each process for itself, and nothing is written. */
  isLocal?: true
  /** Routes with the same word are counted as one; otherwise each by itself. */
  together?: string
}

export interface SignedIn {
  sub: string
  sessionId: string
  clientId: string
  scope: readonly string[]
  /** When the person proved who they are, in milliseconds; 0 if that is not known. */
  signedInAt: number
  /** A device code opened the session, or one that it comes from: it has no administration rights. */
  byDeviceCode?: true
}

/** Somebody without an account who came by a link; the signer of the token knows what it opens. */
export interface Visitor {
  visitToken: string
  visitorId: string
  /** The same for all who came by the link. */
  linkId: string
}

/** Where a call came from: for limits, sessions and the audit log. */
export interface Caller {
  address: string
  /** As the header, the body, the query or the token says; the account layer decides whether it is known. */
  clientId: string | undefined
  deviceId: string | undefined
  /** Whether the device brought a sign of ours for its id, or one that is not. */
  device?: 'proven' | 'forged'
  /** The id that came with a forged sign: good for getting a true one, and for nothing else. */
  claimedDeviceId?: string | undefined
  deviceName: string | undefined
  userAgent: string | undefined
  locale: string | undefined
  requestId: string
}

type UserOf<R extends Requires> = R extends { user: 'optional' }
  ? SignedIn | undefined
  : R extends { visitor: true }
    ? SignedIn | Visitor
    : R extends
          | { user: true }
          | { scope: string | readonly string[] }
          | { admin: true }
          | { sudo: true | 'unless-fresh' }
      ? SignedIn
      : undefined

export interface Call<E extends Endpoint, R extends Requires> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E['body'] extends Bytes ? Readable : BodyOf<E>
  user: UserOf<R>
  caller: Caller
  /** For ranges, conditional requests and streams; JSON routes do not touch them. */
  request: FastifyRequest
  reply: FastifyReply
  /** As `sudo` in what the route requires, where only the handler knows whether it is needed. */
  requireSudo(when?: Requires['sudo']): Promise<void>
  /** Checks once more who calls, for answers that stay open; throws as it would have at the start. */
  recheck(): Promise<void>
}

/** A route that answers bytes sends them itself, through `reply`. */
type Answer<E extends Endpoint> = E['answer'] extends Bytes
  ? FastifyReply
  : AnswerOf<E> | EncodedJson

export interface Route {
  endpoint: Endpoint
  requires: Requires
  handle(call: Call<Endpoint, Requires>): Promise<unknown>
  /** Only for calls whose errors another standard words. */
  replyError?(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void
}

/**
 * Joins an endpoint of the protocol with what it requires and what it does.
 *
 * @example route(getMe, { user: true }, async ({ user }) => readProfile(user.sub))
 */
export function route<E extends Endpoint, const R extends Requires>(
  endpoint: E,
  requires: R,
  handle: (call: Call<E, R>) => Promise<Answer<E>>,
): Route {
  return { endpoint, requires, handle: handle as unknown as Route['handle'] }
}
