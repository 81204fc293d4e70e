import { createHash } from 'node:crypto'
import { davOf } from '../webdav/testing.ts'

type Served = Parameters<typeof davOf>[0]
type Limit = Parameters<typeof davOf>[2]

/** A client that syncs, with a password of somebody's. */
export function syncOf(served: Served, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/files/${sub}`)
}

/** Where the same client sends files in pieces. */
export function uploadsOf(served: Served, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/uploads/${sub}`)
}

export function sha1(bytes: Uint8Array): string {
  return `SHA1:${createHash('sha1').update(bytes).digest('hex')}`
}
