import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signed link opens, and until when. */
export interface LinkClaims {
  driveId: string
  nodeId: string
  versionId: string
  expiresAt: number
}

/** The claims in the open, then their signature: the server keeps nothing of a link. */
export function signLink(key: Buffer, claims: LinkClaims): string {
  const text = [
    claims.driveId,
    claims.nodeId,
    claims.versionId,
    claims.expiresAt.toString(36),
  ].join('.')
  return `${text}.${signatureOf(key, text)}`
}

/** Undefined for a link that we did not sign or that is over; nobody is told which. */
export function openLink(key: Buffer, link: string, now: number): LinkClaims | undefined {
  const end = link.lastIndexOf('.')
  const text = link.slice(0, Math.max(0, end))
  if (!isSame(link.slice(end + 1), signatureOf(key, text))) return undefined
  const [driveId = '', nodeId = '', versionId = '', expiry = ''] = text.split('.')
  const expiresAt = Number.parseInt(expiry, 36)
  return expiresAt > now ? { driveId, nodeId, versionId, expiresAt } : undefined
}

function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(`download-link.${text}`).digest('base64url')
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
