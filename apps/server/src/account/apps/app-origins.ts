import type { Database } from '../../db/database.ts'
import { selectBrowserRedirectUris } from './apps.store.ts'
import { matchesRedirectUri } from './redirect-uri.ts'

/**
 * Whether a registered app runs in the browser at this origin: it is one that people are sent back
 * to, with any port where its address is a loopback one. An app with a secret keeps it on a server, which needs nobody's leave.
 */
export function createIsAppOrigin({ db }: { db: Database }): (origin: string) => Promise<boolean> {
  return async (origin) => {
    const lists = await db.read(selectBrowserRedirectUris)
    return lists.some((uris) => matchesRedirectUri(uris.flatMap(originOf), origin))
  }
}

/** A scheme of an app's own has no origin: a browser calls it `null`, as it calls any sandbox. */
function originOf(uri: string): string[] {
  const url = URL.parse(uri)
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
}
