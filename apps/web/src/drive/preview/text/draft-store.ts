/** What somebody has written and not saved yet. */
export interface Draft {
  /** Which content it began with. */
  baseHash: string | undefined
  text: string
  /** Milliseconds since the epoch. */
  writtenAt: number
}

export interface DraftStore {
  read(fileId: string): Promise<Draft | undefined>
  keep(fileId: string, draft: Draft): Promise<void>
  forget(fileId: string): Promise<void>
}

const DATABASE = 'awan-drafts'
const STORE = 'texts'

/**
 * Keeps in the browser what is written until it is saved: a crash, a flat battery or an expired session
 * costs nothing. Each person's drafts are their own.
 */
export function createDraftStore(sub: string): DraftStore {
  const keyOf = (fileId: string) => `${sub}/${fileId}`
  return {
    read: (fileId) => inStore('readonly', (store) => store.get(keyOf(fileId))),
    async keep(fileId, draft) {
      await inStore('readwrite', (store) => store.put(draft, keyOf(fileId)))
    },
    async forget(fileId) {
      await inStore('readwrite', (store) => store.delete(keyOf(fileId)))
    },
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    return await promise
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}
