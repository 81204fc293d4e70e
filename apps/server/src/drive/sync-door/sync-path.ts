import type { DavCaller } from '../webdav/dav-caller.ts'
import { decode, type FindRoot } from '../webdav/dav-path.ts'

/** Where clients that sync look for the server: all that they do with files is below it. */
export const SYNC_ROOT = '/remote.php'

const FILES = /^\/{1,4}remote\.php\/+(?:webdav|dav\/+files\/+([^/]+))(?=\/|$)/
const CHUNKS = /^\/{1,4}remote\.php\/+dav\/+uploads\/+([^/]+)(?=\/|$)/

const TRASH = /^\/{1,4}remote\.php\/+dav\/+trashbin\/+([^/]+)(?=\/|$)/

const VERSIONS = /^\/{1,4}remote\.php\/+dav\/+versions\/+([^/]+)(?=\/|$)/

/** Files of the caller, and of nobody else: the path names the person, as they signed in or by their id. */
export function findFileRoot(caller: DavCaller): FindRoot {
  return findRoot(FILES, caller)
}

/** Folders of pieces of files that are on their way. */
export function findChunkRoot(caller: DavCaller): FindRoot {
  return findRoot(CHUNKS, caller)
}

/** What the caller has thrown away. */
export function findTrashRoot(caller: DavCaller): FindRoot {
  return findRoot(TRASH, caller)
}

/** Earlier contents of the caller's files. */
export function findVersionRoot(caller: DavCaller): FindRoot {
  return findRoot(VERSIONS, caller)
}

function findRoot(pattern: RegExp, { person, password }: DavCaller): FindRoot {
  return (path) => {
    const [root, encoded] = pattern.exec(path) ?? []
    if (root === undefined || encoded === undefined) return root
    const name = decode(encoded)
    return name === person.sub || name === password?.userName ? root : undefined
  }
}
