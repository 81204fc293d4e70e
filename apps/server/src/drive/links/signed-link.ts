import { timingSafeEqual } from 'node:crypto'
import { type LinkKey, MAX_LETTERS } from './link-key.ts'

/** A link of one kind opens nothing of another. */
export type LinkKind = 'download-link' | 'archive-link' | 'thumbnail-link' | 'visit'

/**
 * What the link opens in the open, then until when, then the signature of both: the server keeps
 * nothing of a link. The parts hold no dot.
 */
export function signParts(
  key: LinkKey,
  kind: LinkKind,
  parts: readonly string[],
  expiresAt: number,
): string {
  const text = `${parts.join('.')}.${expiresAt.toString(36)}`
  return `${text}.${key.sign(`${kind}.${text}`)}`
}

/** Undefined for a link that we did not sign or that is over; nobody is told which. */
export function openParts(
  key: LinkKey,
  kind: LinkKind,
  link: string,
  now: number,
): { parts: string[]; expiresAt: number } | undefined {
  const end = link.lastIndexOf('.')
  // What is longer than anything that we sign is not ours.
  if (end + kind.length >= MAX_LETTERS) return undefined
  const text = link.slice(0, Math.max(0, end))
  if (!isSame(link.slice(end + 1), key.sign(`${kind}.${text}`))) return undefined
  const parts = text.split('.')
  const expiresAt = Number.parseInt(parts.pop() ?? '', 36)
  return expiresAt > now ? { parts, expiresAt } : undefined
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
