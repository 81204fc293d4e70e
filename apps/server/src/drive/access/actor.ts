/** Who acts in a drive. */
export type Actor = Person | LinkVisitor | typeof SYSTEM

export interface Person {
  kind: 'person'
  sub: string
  /** The session of this call: a signed link that is made in it ends with it. */
  sessionId?: string | undefined
  /** Where a program signed in by one. */
  appPasswordId?: string | undefined
}

/** Somebody without an account, who came by a link. */
export interface LinkVisitor {
  kind: 'visitor'
  grantId: string
  /** That of the grant when the visit began: another one ends the visit. */
  epoch: number
  visitorId: string
}

/** The server itself: retention, repair, indexes. */
export const SYSTEM = { kind: 'system' } as const

/** A sub holds no colon. */
const SYSTEM_ID = ':system'

/** As rows name who did something. */
export function toActorId(actor: Actor): string {
  if (actor.kind === 'person') return actor.sub
  if (actor.kind === 'system') return SYSTEM_ID
  return `link:${actor.grantId}:${actor.epoch}:${actor.visitorId}`
}

/**
 * Under which name calls are counted: that of a person, or one for all who came by a link. A stranger can come by it as often as
 * they like.
 */
export function toAskerId(actor: Actor): string {
  return actor.kind === 'visitor' ? `link:${actor.grantId}` : toActorId(actor)
}

export function parseActorId(id: string): Actor {
  if (id === SYSTEM_ID) return SYSTEM
  const [, grantId, epoch, visitorId] = /^link:([^:]+):(\d+):([^:]+)$/.exec(id) ?? []
  if (grantId === undefined || visitorId === undefined) return { kind: 'person', sub: id }
  return { kind: 'visitor', grantId, epoch: Number(epoch), visitorId }
}
