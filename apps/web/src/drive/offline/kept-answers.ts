/** What the server said last, for when it cannot be asked. */
export interface KeptAnswers {
  put(key: string, answer: unknown, at: number): Promise<void>
  get(key: string): Promise<{ answer: unknown; at: number } | undefined>
}

const PREFIX = 'awan-listings@'
const ANSWERS = 'answers'
/** So many are kept, two for each folder; the oldest go. */
const MOST = 200

/**
 * Each person has a database of their own: nobody is shown what is somebody else's. In it the answers of other
 * drives than their own are kept apart.
 */
export function openKeptAnswers(sub: string, driveId?: string): KeptAnswers {
  let opening: Promise<IDBDatabase> | undefined
  const inDrive = (key: string) => (driveId === undefined ? key : `${driveId} ${key}`)

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(PREFIX + sub)
    // A page that may store nothing today may do so tomorrow.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  async function run<T>(
    mode: IDBTransactionMode,
    act: (answers: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(ANSWERS, mode)
      const asked = act(transaction.objectStore(ANSWERS))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  return {
    async put(key, answer, at) {
      await run('readwrite', (answers) => {
        const counted = answers.count()
        counted.onsuccess = () => {
          let left = counted.result - MOST
          if (left <= 0) return
          const oldest = answers.index('at').openKeyCursor()
          oldest.onsuccess = () => {
            const cursor = oldest.result
            if (!cursor || left-- <= 0) return
            answers.delete(cursor.primaryKey)
            cursor.continue()
          }
        }
        return answers.put({ key: inDrive(key), answer, at })
      })
    },
    get: (key) =>
      run<{ answer: unknown; at: number } | undefined>('readonly', (answers) =>
        answers.get(inDrive(key)),
      ),
  }
}

/** Whoever is not signed in here any more leaves nothing behind. */
export async function forgetAnswers(keptSubs: readonly string[]): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(PREFIX) || keptSubs.includes(name.slice(PREFIX.length))) continue
    indexedDB.deleteDatabase(name)
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => {
      const answers = asked.result.createObjectStore(ANSWERS, { keyPath: 'key' })
      answers.createIndex('at', 'at')
    }
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
  })
}
