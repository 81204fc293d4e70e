import { withoutEndSlashes, withoutQuery } from '../webdav/dav-path.ts'

const ROOT = /^\/+ocs\/+v[12]\.php\/+/

/** Which call an address names, in either version of the protocol; empty where it names none. */
export function ocsCallOf(url: string): string {
  const path = withoutQuery(url)
  const [root] = ROOT.exec(path) ?? []
  return root === undefined ? '' : withoutEndSlashes(path.slice(root.length))
}
