import type { LinkHolder } from '../access/link-holder.ts'
import type { LinkKey } from '../links/link-key.ts'
import { openParts, signParts } from '../links/signed-link.ts'

/** What a signed link opens, and until when. */
export interface LinkClaims {
  driveId: string
  nodeId: string
  versionId: string
  /** Whether the file had another content when the link was made: a link stays good when it gets one. */
  isPast: boolean
  holder: LinkHolder
  expiresAt: number
}

export function signLink(key: LinkKey, claims: LinkClaims): string {
  const { driveId, nodeId, versionId, isPast, holder, expiresAt } = claims
  const parts = [driveId, nodeId, versionId, holder, ...(isPast ? [PAST] : [])]
  return signParts(key, 'download-link', parts, expiresAt)
}

/** Undefined for a link that we did not sign or that is over; nobody is told which. */
export function openLink(key: LinkKey, link: string, now: number): LinkClaims | undefined {
  const opened = openParts(key, 'download-link', link, now)
  if (!opened) return undefined
  const [driveId = '', nodeId = '', versionId = '', holder = '', past] = opened.parts
  return { driveId, nodeId, versionId, isPast: past === PAST, holder, expiresAt: opened.expiresAt }
}

const PAST = 'past'
