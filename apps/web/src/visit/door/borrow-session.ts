import type { KeyValueStorage, SessionKeeper } from '@awan/client'
import { isAnonymousSub } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'

export interface BorrowedSession extends SessionKeeper {
  /** The server refused it: from now on the visitor is nobody in particular. */
  forget(): void
}

const CURRENT = 'current_sub'
const CREDENTIALS = /^credentials_awan-web@/
/** What is read of the storage of the account; everything else is of no concern here. */
const READ = /^(?:device_id|current_sub|credentials_awan-web@.*)$/

/**
 * The session of the person who is signed in to this browser, as long as its access token is good. It is only
 * read: this page never refreshes it, which would use up a token that the account's own pages need, and never ends it.
 */
export function borrowSession(
  openStorage: () => Pick<Storage, 'getItem'>,
  now: () => number,
): BorrowedSession {
  const own = new Map<string, string>()
  // Another tab may switch to another account: this page names the one that it was opened with, and saves into that one.
  const sub = readItem(openStorage, CURRENT)
  let isForgotten = false

  function borrow(key: string): string | undefined {
    if (!READ.test(key)) return undefined
    if (key === CURRENT) return sub
    const value = readItem(openStorage, key)
    if (value === undefined || !CREDENTIALS.test(key)) return value
    return !isForgotten && isGood(value, now()) ? value : undefined
  }

  const storage: KeyValueStorage = {
    get: (key) => own.get(key) ?? borrow(key),
    set: (key, value) => void own.set(key, value),
    remove: (key) => void own.delete(key),
    keys: () => [...own.keys()],
  }
  return {
    storage,
    changes: { announce() {}, listen: () => () => undefined },
    join: () => () =>
      Promise.reject(
        new ServiceError('unauthenticated', { description: 'the session is only borrowed' }),
      ),
    forget() {
      isForgotten = true
    },
  }
}

function readItem(openStorage: () => Pick<Storage, 'getItem'>, key: string): string | undefined {
  try {
    return openStorage().getItem(key) ?? undefined
  } catch {
    // A browser that refuses storage has nobody signed in.
    return undefined
  }
}

/** A guest has no name that a link could know them by. */
function isGood(text: string, nowMs: number): boolean {
  try {
    const { sub, expires_at } = JSON.parse(text) as { sub: string; expires_at: string }
    return !isAnonymousSub(sub) && Date.parse(expires_at) > nowMs
  } catch {
    return false
  }
}
