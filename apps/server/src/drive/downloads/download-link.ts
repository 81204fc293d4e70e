import type { LinkHolder } from '../access/link-holder.ts'
import type { LinkKey } from '../links/link-key.ts'
import { openParts, signParts } from '../links/signed-link.ts'

/** What a signed link opens, and until when. */
export interface LinkClaims {
  driveId: string
  nodeId: string
  versionId: string
  holder: LinkHolder
  expiresAt: number
}

export function signLink(key: LinkKey, claims: LinkClaims): string {
  const { driveId, nodeId, versionId, holder, expiresAt } = claims
  return signParts(key, 'download-link', [driveId, nodeId, versionId, holder], expiresAt)
}

/** Undefined for a link that we did not sign or that is over; nobody is told which. */
export function openLink(key: LinkKey, link: string, now: number): LinkClaims | undefined {
  const opened = openParts(key, 'download-link', link, now)
  if (!opened) return undefined
  const [driveId = '', nodeId = '', versionId = '', holder = ''] = opened.parts
  return { driveId, nodeId, versionId, holder, expiresAt: opened.expiresAt }
}
