import type { Actor } from './actor.ts'

/** Whom a signed link was made for, as the link says it: when it is used, they must still be let in. */
export type LinkHolder = string

/** Neither holds a dot, as no part of a signed link may. */
export function toLinkHolder(actor: Actor): LinkHolder {
  if (actor.kind === 'visitor') {
    return `v${actor.grantId}~${actor.epoch.toString(36)}~${actor.visitorId}`
  }
  if (actor.kind === 'person' && actor.sessionId !== undefined) return `s${actor.sessionId}`
  throw new Error('a link is made for somebody who is signed in, or for a visitor')
}

/** A session, whose person is still to be found, or a visitor. */
export function parseLinkHolder(
  holder: LinkHolder,
): { sessionId: string } | { visitor: Actor } | undefined {
  if (holder.startsWith('s')) return { sessionId: holder.slice(1) }
  const [, grantId, epoch, visitorId] = /^v([^~]+)~([0-9a-z]+)~([^~]+)$/.exec(holder) ?? []
  if (grantId === undefined || epoch === undefined || visitorId === undefined) return undefined
  return {
    visitor: { kind: 'visitor', grantId, epoch: Number.parseInt(epoch, 36), visitorId },
  }
}
