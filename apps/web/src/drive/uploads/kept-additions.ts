import type { UploadHandle } from './may-read.ts'

/** What was added together and is not over, as another page finds it. */
export interface KeptAddition {
  readonly id: string
  readonly folderId: string
  /** Absent in the person's own drive. */
  readonly driveId?: string | undefined
  /** The page that sends it: as long as that one lives, it is nobody else's. */
  pageId: string
  /** Whether the browser's handles of all of it are written down: with these nothing has to be chosen again. */
  hasHandles: boolean
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

export function newAddition(
  begun: Pick<KeptAddition, 'folderId' | 'driveId' | 'pageId' | 'isChoosable'>,
): KeptAddition {
  const counts = { total: 0, done: 0, hasFolders: false, hasFiles: false, isWhole: false }
  return { id: crypto.randomUUID(), ...begun, ...counts, hasHandles: false }
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
  /** Some more of its handles: writing thousands at once would keep the page from drawing. */
  addHandles(id: string, handles: readonly UploadHandle[]): Promise<void>
  /** As they were added, one portion after the other. */
  handlesOf(id: string): AsyncIterable<readonly UploadHandle[]>
  remove(id: string): Promise<void>
}

const ADDITIONS = 'additions'
const FILES = 'files'
const HANDLES = 'handles'

/** Each person has a database of their own: nobody goes on with what somebody else began. */
export function openKeptAdditions(sub: string): KeptAdditions {
  let opening: Promise<IDBDatabase> | undefined
  let portions = 0

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(`awan-uploads@${sub}`)
    // A page that may store nothing today may do so tomorrow.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  /** All is asked for at once and nothing more: so it is also done when the page goes meanwhile. */
  async function run<T>(
    mode: IDBTransactionMode,
    act: (
      stores: Record<typeof ADDITIONS | typeof FILES | typeof HANDLES, IDBObjectStore>,
    ) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction([ADDITIONS, FILES, HANDLES], mode)
      const asked = act({
        additions: transaction.objectStore(ADDITIONS),
        files: transaction.objectStore(FILES),
        handles: transaction.objectStore(HANDLES),
      })
      transaction.commit()
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
      await run('readwrite', ({ files }) => files.add({ addition, number: portions++, portion }))
    },
    async filesOf(id) {
      const found = await run<{ portion: KeptFile[] }[]>('readonly', ({ files }) =>
        files.getAll(portionsOf(id)),
      )
      return found.flatMap(({ portion }) => portion)
    },
    async addHandles(addition, portion) {
      await run('readwrite', ({ handles }) =>
        handles.add({ addition, number: portions++, portion }),
      )
    },
    async *handlesOf(id) {
      const keys = await run('readonly', ({ handles }) => handles.getAllKeys(portionsOf(id)))
      for (const key of keys) {
        const found = await run<{ portion: UploadHandle[] } | undefined>(
          'readonly',
          ({ handles }) => handles.get(key),
        )
        if (found) yield found.portion
      }
    },
    async remove(id) {
      await run('readwrite', ({ additions, files, handles }) => {
        files.delete(portionsOf(id))
        handles.delete(portionsOf(id))
        return additions.delete(id)
      })
    },
  }
}

/** The keys of an addition's portions: in the order of keys a list comes after every number. */
function portionsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []])
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 3)
    asked.onupgradeneeded = () => {
      const { result: database } = asked
      // What was begun before and is not over is chosen again by whoever misses it.
      for (const store of database.objectStoreNames) database.deleteObjectStore(store)
      database.createObjectStore(ADDITIONS, { keyPath: 'id' })
      for (const store of [FILES, HANDLES]) {
        database.createObjectStore(store, { keyPath: ['addition', 'number'] })
      }
    }
    asked.onerror = () => reject(asked.error)
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
  })
}
