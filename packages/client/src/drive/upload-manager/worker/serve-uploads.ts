import type { ConflictRule } from '@awan/protocol/drive'
import { isServiceError, type ServiceError } from '@awan/protocol/errors'
import { createAwanClient } from '../../../client.ts'
import type { Call, RequestFunction } from '../../../request/call.ts'
import { createBrowserRuntime } from '../../../runtime/browser.ts'
import { createMemoryStorage } from '../../../runtime/memory-storage.ts'
import type { SessionState } from '../../../session/credential-store.ts'
import type { ConflictAnswer, NameConflict } from '../batch.ts'
import { createUploadManager, type UploadHost } from '../create-upload-manager.ts'
import { type DirectoryHandle, type FileHandle, fromHandles } from '../from-directory-handle.ts'
import { createIndexedDbJournal } from '../indexed-db-journal.ts'
import {
  isFile,
  isFolder,
  mimeTypeOf,
  modifiedTimeOf,
  sizeOf,
  type UploadEntries,
  type UploadEntry,
} from '../upload-entry.ts'
import type { UploadOrder } from '../upload-list.ts'
import type { EndedUpload, UploadManager } from '../upload-manager.ts'
import { createEntryReceiver, type EntryMessage } from './entry-messages.ts'
import { openCalls, type Port } from './port-calls.ts'
import { createPortionQueue, type PortionQueue } from './portion-queue.ts'

/** What a page tells its worker at first. */
export interface WorkerSettings {
  clientId: string
  deviceId: string
  driveId: string | undefined
  origins: readonly string[] | undefined
  /** The name of the journal in IndexedDB. */
  journal: string | undefined
  lanes: number | undefined
  tellEveryMs: number | undefined
  /** Whether the page wants to know of each upload that is over. */
  tellsEnded: boolean
  /** Whether the page wants to know what was taken in. */
  tellsTaken: boolean
  session: SessionState
  isOnline: boolean
}

/** A file or folder as it can be recognised when it is chosen again. */
export interface TakenEntry {
  readonly path: string
  /** `unreadable`: nothing else is known of it, or not all that is in it. */
  readonly kind: 'file' | 'folder' | 'unreadable' | 'unreadable-folder'
  readonly size: number
  readonly modified_time: string | undefined
}

export interface WorkerAddOptions {
  parent_id: string | undefined
  conflict: ConflictRule | 'ask' | undefined
  skipSame: boolean | 'taken' | undefined
  addition: string | undefined
}

/**
 * Runs an upload manager in a worker, for the page that started it: files are read, hashed and packed here,
 * and the page draws. This is the whole script of such a worker.
 *
 * @example
 * import { serveUploads } from '@awan/client/upload-worker'
 * serveUploads(self)
 */
export function serveUploads(scope: Port): void {
  let uploads: UploadManager | undefined
  let session: SessionState = { status: 'signed-out' }
  let isOnline = true
  let tellsTaken = false
  let ended: EndedUpload[] = []
  const listeners = new Set<() => void>()
  const connectionListeners = new Set<() => void>()
  const portions = new Map<number, PortionQueue<UploadEntry>>()
  const handles = new Map<number, PortionQueue<DirectoryHandle | FileHandle>>()
  /** The paths that the handles of a batch led to, once all of them are known. */
  const walks = new Map<number, PromiseWithResolvers<readonly string[]>>()
  /** Calls that wait for the page to authorize them. */
  const sends = new Map<number, (authorization: string, locale: string) => Promise<void>>()
  let calls = 0

  const manager = () => {
    if (!uploads) throw new Error('the page has not opened its uploads')
    return uploads
  }

  function tell(): void {
    const news = ended
    ended = []
    void page.call('told', manager().summary(), news)
  }

  const page = openCalls(scope, {
    open(settings: WorkerSettings) {
      session = settings.session
      isOnline = settings.isOnline
      tellsTaken = settings.tellsTaken
      uploads = createUploadManager(createHost(settings), {
        ...(settings.journal === undefined
          ? {}
          : { journal: createIndexedDbJournal(settings.journal) }),
        driveId: settings.driveId,
        lanes: settings.lanes,
        tellEveryMs: settings.tellEveryMs,
        ...(settings.tellsEnded && { onEnded: (one) => ended.push(one) }),
        connection: { isOnline: () => isOnline, subscribe: toSubscribe(connectionListeners) },
        onJournalFailure: (error) => void page.call('journalFailed', String(error)),
      })
      uploads.subscribe(tell)
    },
    send: (call: number, authorization: string, locale: string) =>
      sends.get(call)?.(authorization, locale),
    session(now: SessionState) {
      session = now
      for (const listener of listeners) listener()
    },
    online(now: boolean) {
      isOnline = now
      for (const listener of connectionListeners) listener()
    },
    add: (batch: number, options: WorkerAddOptions) =>
      takeFrom(portions, batch, (entries) => add(batch, entries, options)),
    addHandles(batch: number, options: WorkerAddOptions) {
      const walk = Promise.withResolvers<readonly string[]>()
      walks.set(batch, walk)
      return takeFrom(portions, batch, (unseen) =>
        takeFrom(handles, batch, (found) =>
          add(batch, seenAndUnseen(fromHandles(found), unseen, walk.resolve), options),
        ),
      ).finally(() => walk.resolve([]))
    },
    handles: (batch: number, portion: (DirectoryHandle | FileHandle)[]) =>
      handles.get(batch)?.put(portion),
    async noMoreHandles(batch: number) {
      handles.get(batch)?.end()
      const seen = await walks.get(batch)?.promise
      walks.delete(batch)
      return seen ?? []
    },
    async portion(batch: number, messages: EntryMessage[]) {
      const known = messages.map(toEntry).map(toKnown)
      await portions.get(batch)?.put(known)
      return tellsTaken ? known.map(toTaken) : undefined
    },
    noMore(batch: number) {
      handles.get(batch)?.end()
      portions.get(batch)?.end()
    },
    async settled() {
      const summary = await manager().settled()
      tell()
      return summary
    },
    window: (first: number, count: number, order?: UploadOrder) =>
      manager().window(first, count, order),
    failures: () => manager().failures(),
    pause: (id?: number) => manager().pause(id),
    resume: (id?: number) => manager().resume(id),
    cancel: (id?: number) => manager().cancel(id),
    retry: (id?: number) => manager().retry(id),
    clear: () => manager().clear(),
    dispose: () => manager().dispose(),
  })

  const toEntry = createEntryReceiver(
    (...asked) => page.call('lookAgain', ...asked) as Promise<EntryMessage[]>,
  )

  function add(batch: number, entries: UploadEntries, options: WorkerAddOptions): Promise<void> {
    const ask = (taken: NameConflict) =>
      page.call('conflict', batch, taken) as Promise<ConflictAnswer>
    const conflict = options.conflict === 'ask' ? ask : options.conflict
    return manager().add(entries, { ...options, conflict })
  }

  /** Requests go out from here; the session, and with it every token, stays with the page. */
  function createHost(settings: WorkerSettings): UploadHost {
    const { clientId, deviceId, origins } = settings
    const runtime = createBrowserRuntime({ storage: createMemoryStorage() })
    const client = createAwanClient({
      clientId,
      runtime,
      info: { deviceId },
      ...(origins && { origins }),
    })
    const plain = client.request as unknown as PlainRequest

    /** The page says when to send, with which header, and whether again; the answer stays here. */
    async function request(method: string, path: string, { auth: _own, ...options }: PlainCall) {
      const call = calls++
      let answer: unknown
      let failure: unknown
      sends.set(call, async (authorization, locale) => {
        client.setLocale(locale)
        try {
          const headers = { ...options.headers, authorization }
          answer = await plain(method, path, { ...options, headers })
        } catch (error) {
          failure = error
          throw error
        }
      })
      try {
        await page.call('authorize', call)
        return answer
      } catch (error) {
        // Ours knows more than what came over the port and back; the page's own is another one.
        throw isServiceError(failure, (error as ServiceError).error) ? failure : error
      } finally {
        sends.delete(call)
      }
    }

    return {
      runtime,
      origins: client.origins,
      request: request as unknown as RequestFunction,
      open: client.open,
      session: {
        state: () => session,
        subscribe: toSubscribe(listeners),
      },
    }
  }
}

/** Lets portions come for a batch as long as somebody takes them. */
async function takeFrom<Part>(
  queues: Map<number, PortionQueue<Part>>,
  batch: number,
  take: (parts: AsyncIterable<Part>) => Promise<void>,
): Promise<void> {
  const queue = createPortionQueue<Part>()
  queues.set(batch, queue)
  try {
    await take(queue.entries())
  } finally {
    queues.delete(batch)
    queue.end()
  }
}

/** Of a file on disk a browser looks up size and time whenever it is asked: that is done once. */
function toKnown(entry: UploadEntry): UploadEntry {
  if (!isFile(entry) || typeof entry.source === 'function') return entry
  const { source, path, mime_type = mimeTypeOf(entry), retry } = entry
  const modified_time = modifiedTimeOf(entry)
  return { path, source: () => source, size: source.size, modified_time, mime_type, retry }
}

function toTaken(entry: UploadEntry): TakenEntry {
  const { path } = entry
  if (isFolder(entry)) return { path, kind: 'folder', size: 0, modified_time: undefined }
  const kind = isFile(entry) ? 'file' : entry.isFolder ? 'unreadable-folder' : 'unreadable'
  return { path, kind, size: sizeOf(entry) ?? 0, modified_time: entry.modified_time }
}

/** First what handles lead to, then what they do not show. */
async function* seenAndUnseen(
  byHandles: AsyncIterable<UploadEntry>,
  others: AsyncIterable<UploadEntry>,
  onSeen: (paths: readonly string[]) => void,
): AsyncIterable<UploadEntry> {
  const seen: string[] = []
  try {
    for await (const entry of byHandles) {
      seen.push(entry.path)
      yield entry
    }
  } finally {
    onSeen(seen)
  }
  yield* others
}

function toSubscribe(listeners: Set<() => void>) {
  return (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}

type PlainCall = Omit<Call, 'method' | 'path'>
type PlainRequest = (method: string, path: string, options: PlainCall) => Promise<unknown>
