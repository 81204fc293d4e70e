/** An upload that was begun, as it is known after a reload. */
export interface JournalRecord {
  /** Where it goes: the folder's id and the way below it. */
  readonly key: string
  readonly path: string
  readonly parent_id: string
  readonly upload_id: string
  readonly size: number
  readonly modified_time: string | undefined
  /** SHA-256 of its first bytes, where the platform can reckon it. */
  readonly head: string | undefined
}

/**
 * Records which uploads were started, so that they can be resumed after a reload or a crash: their bytes
 * are on the server. It contains no bytes, and a record is removed when its upload has ended.
 */
export interface UploadJournal {
  get(key: string): Promise<JournalRecord | undefined>
  put(record: JournalRecord): Promise<void>
  remove(key: string): Promise<void>
  /** Unfinished uploads, which an app can offer to resume. */
  list(): Promise<JournalRecord[]>
}

/**
 * A journal that ends with the page or the process.
 *
 * @example const uploads = createUploadManager(client, { journal: createMemoryJournal() })
 */
export function createMemoryJournal(): UploadJournal {
  const records = new Map<string, JournalRecord>()
  return {
    get: async (key) => records.get(key),
    put: async (record) => void records.set(record.key, record),
    remove: async (key) => void records.delete(key),
    list: async () => [...records.values()],
  }
}

export function journalKey(parentId: string, path: string): string {
  return `${parentId}/${path}`
}

/** The same path in two drives is two uploads: top folders may go by one name. */
export function journalOfDrive(journal: UploadJournal, driveId: string | undefined): UploadJournal {
  if (driveId === undefined) return journal
  const toKey = (key: string) => `${driveId}:${key}`
  return {
    get: (key) => journal.get(toKey(key)),
    put: (record) => journal.put({ ...record, key: toKey(record.key) }),
    remove: (key) => journal.remove(toKey(key)),
    list: () => journal.list(),
  }
}

/** Uploads go on where nothing can be kept of them; that is told, once. */
export function toleratesFailures(
  journal: UploadJournal,
  onFailure: (error: unknown) => void,
): UploadJournal {
  let isTold = false
  function tell(error: unknown): void {
    if (!isTold) onFailure(error)
    isTold = true
  }
  return {
    get: (key) => journal.get(key).catch((error: unknown) => void tell(error)),
    put: (record) => journal.put(record).catch(tell),
    remove: (key) => journal.remove(key).catch(tell),
    list: () => journal.list(),
  }
}
