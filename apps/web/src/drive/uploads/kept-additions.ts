import type { UploadHandle } from './may-read.ts'

/** What was added together and is not over, as another page finds it. */
export interface KeptAddition {
  readonly id: string
  readonly folderId: string
  /** The page that sends it: as long as that one lives, it is nobody else's. */
  pageId: string
  /** Where the browser gives them: with these nothing has to be chosen again. */
  readonly handles?: readonly UploadHandle[] | undefined
  /** Something that is nowhere but in the page, as what was pasted, cannot be chosen again. */
  readonly isChoosable: boolean
  /** Whether it has folders, and files beside them: that is what is to be chosen again. */
  hasFolders: boolean
  hasFiles: boolean
  total: number
  done: number
  /** Whether all of its files are written down; before that others may belong to it too. */
  isWhole: boolean
}

/** A file as it is recognised when it is chosen again. */
export type KeptFile = readonly [path: string, size: number, modifiedMs: number]

/** What one person has begun to upload in this browser, and what it was made of. */
export interface KeptAdditions {
  put(addition: KeptAddition): Promise<void>
  list(): Promise<KeptAddition[]>
  /** Some more of its files, so that they are known when they are chosen again. */
  addFiles(id: string, files: readonly KeptFile[]): Promise<void>
  filesOf(id: string): Promise<KeptFile[]>
  remove(id: string): Promise<void>
}

const ADDITIONS = 'additions'
const FILES = 'files'

/** Each person has a database of their own: nobody goes on with what somebody else began. */
export function openKeptAdditions(sub: string): KeptAdditions {
  let opening: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(`awan-uploads@${sub}`)
    // A page that may store nothing today may do so tomorrow.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  async function run<T>(
    mode: IDBTransactionMode,
    act: (stores: { additions: IDBObjectStore; files: IDBObjectStore }) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction([ADDITIONS, FILES], mode)
      const asked = act({
        additions: transaction.objectStore(ADDITIONS),
        files: transaction.objectStore(FILES),
      })
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  return {
    async put(addition) {
      await run('readwrite', ({ additions }) => additions.put(addition))
    },
    list: () => run<KeptAddition[]>('readonly', ({ additions }) => additions.getAll()),
    async addFiles(addition, portion) {
      await run('readwrite', ({ files }) => files.add({ addition, portion }))
    },
    async filesOf(id) {
      const found = await run<{ portion: KeptFile[] }[]>('readonly', ({ files }) =>
        files.index('addition').getAll(id),
      )
      return found.flatMap(({ portion }) => portion)
    },
    async remove(id) {
      await run('readwrite', ({ additions, files }) => {
        const found = files.index('addition').openKeyCursor(id)
        found.onsuccess = () => {
          const cursor = found.result
          if (!cursor) return
          files.delete(cursor.primaryKey)
          cursor.continue()
        }
        return additions.delete(id)
      })
    },
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(ADDITIONS, { keyPath: 'id' })
      const files = asked.result.createObjectStore(FILES, { autoIncrement: true })
      files.createIndex('addition', 'addition')
    }
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
  })
}
