import type { JournalRecord, UploadJournal } from './upload-journal.ts'

const STORE = 'uploads'

/**
 * A journal that outlives the page, in the browser's IndexedDB. Give each account a name of its own, so that
 * nobody goes on with what somebody else began.
 *
 * @example const journal = createIndexedDbJournal(`uploads of ${sub}`)
 */
export function createIndexedDbJournal(name: string): UploadJournal {
  let opening: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(name)
    // A page that may store nothing today may do so tomorrow.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  async function run<T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const asked = ask(transaction.objectStore(STORE))
      // The transaction's end and not the request's: then it is on disk.
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  return {
    get: (key) => run<JournalRecord | undefined>('readonly', (store) => store.get(key)),
    async put(record) {
      await run('readwrite', (store) => store.put(record))
    },
    async remove(key) {
      await run('readwrite', (store) => store.delete(key))
    },
    list: () => run<JournalRecord[]>('readonly', (store) => store.getAll()),
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'key' })
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      // Another tab may want to delete it, as when an account is removed.
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
  })
}
