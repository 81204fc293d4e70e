import type { LinkKey } from './link-key.ts'
import { openParts, signParts } from './signed-link.ts'

/** What a signed link opens, and until when. */
export interface LinkClaims {
  driveId: string
  nodeId: string
  versionId: string
  expiresAt: number
}

export function signLink(key: LinkKey, claims: LinkClaims): string {
  const { driveId, nodeId, versionId, expiresAt } = claims
  return signParts(key, 'download-link', [driveId, nodeId, versionId], expiresAt)
}

/** Undefined for a link that we did not sign or that is over; nobody is told which. */
export function openLink(key: LinkKey, link: string, now: number): LinkClaims | undefined {
  const opened = openParts(key, 'download-link', link, now)
  if (!opened) return undefined
  const [driveId = '', nodeId = '', versionId = ''] = opened.parts
  return { driveId, nodeId, versionId, expiresAt: opened.expiresAt }
}
