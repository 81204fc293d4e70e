import { createHash } from 'node:crypto'
import type { serveDrive } from '../testing-http.ts'
import { davOf } from '../webdav/testing.ts'

type Served = Awaited<ReturnType<typeof serveDrive>>
type Login = Parameters<typeof davOf>[0]
type Limit = Parameters<typeof davOf>[2]

/** A client that syncs, with a password of somebody's. */
export function syncOf(served: Login, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/files/${sub}`)
}

/** Where the same client sends files in pieces. */
export function uploadsOf(served: Login, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/uploads/${sub}`)
}

/** Of the deleted files. */
export function trashOf(served: Login, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/trashbin/${sub}`)
}

/** Of earlier contents of files. */
export function versionsOf(served: Login, sub: string, limit?: Limit) {
  return davOf(served, sub, limit, `/remote.php/dav/versions/${sub}`)
}

/** The own drive of a person. */
export async function driveOf({ json }: ReturnType<Served['as']>): Promise<string> {
  const about = (await json('GET', '/drive/v1/about')) as unknown as { drive_id?: string }
  if (about.drive_id === undefined) throw new Error('the answer names no drive')
  return about.drive_id
}

/** The namespaces that clients declare. */
export const NAMESPACES =
  'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"'

/** The body of a PROPFIND for these. */
export function propfindOf(names: readonly string[]): string {
  const props = names.map((name) => `<${name}/>`).join('')
  return `<?xml version="1.0"?><d:propfind ${NAMESPACES}><d:prop>${props}</d:prop></d:propfind>`
}

/** What a response says of a property. */
export function valueIn(response: string | undefined, name: string): string | undefined {
  return new RegExp(`<${name}>(.*?)</${name}>`).exec(response ?? '')?.[1]
}

export function sha1(bytes: Uint8Array): string {
  return `SHA1:${createHash('sha1').update(bytes).digest('hex')}`
}
