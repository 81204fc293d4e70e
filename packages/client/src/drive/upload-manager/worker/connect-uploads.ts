import { ServiceError } from '@awan/protocol/errors'
import type { AwanClient } from '../../../client.ts'
import type { AddOptions, NameConflict } from '../batch.ts'
import { type Connection, createConnection } from '../connection.ts'
import type { Handles } from '../from-directory-handle.ts'
import type { UploadEntries, UploadEntry } from '../upload-entry.ts'
import type { UploadOrder, UploadRow } from '../upload-list.ts'
import type { EndedUpload, UploadManager } from '../upload-manager.ts'
import type { UploadSummary } from '../upload-summary.ts'
import { createEntrySender, type EntryMessage } from './entry-messages.ts'
import { openCalls, type Port } from './port-calls.ts'
import { sendInPortions } from './send-in-portions.ts'
import type { TakenEntry, WorkerAddOptions, WorkerSettings } from './serve-uploads.ts'

/** The manager of a worker: the same, but what is looked at comes by message. */
export interface WorkerUploads extends Omit<UploadManager, 'window' | 'failures' | 'dispose'> {
  /**
   * Files and folders by their handles: the worker looks through them itself.
   *
   * @example await uploads.addHandles([await showDirectoryPicker()])
   */
  addHandles(handles: Handles, options?: AddHandlesOptions): Promise<void>
  window(first: number, count: number, order?: UploadOrder): Promise<UploadRow[]>
  failures(): Promise<readonly UploadRow[]>
  /** Stops everything; ending the worker itself is the page's affair. */
  dispose(): Promise<void>
}

export interface AddHandlesOptions extends AddOptions {
  /**
   * Called with the paths that the handles led to; gives what else is known to be there. Browsers hide some names
   * from handles.
   */
  unseen?: ((seen: ReadonlySet<string>) => UploadEntries) | undefined
}

export interface ConnectOptions {
  /** The origins of the API, as given to the client; the page's own origin by default. */
  origins?: readonly string[] | undefined
  /** The language of the server's answers; that of the client by default. */
  locale?: string | undefined
  /** Where the files go; the caller's own drive by default. */
  driveId?: string | undefined
  /** The name of a journal in IndexedDB, one for each account. */
  journal?: string | undefined
  onJournalFailure?: ((error: unknown) => void) | undefined
  lanes?: number | undefined
  /** How often listeners are called at most; every 100 ms by default. */
  tellEveryMs?: number | undefined
  /** The user to whom these uploads belong: they wait while another user is signed in. By default the user who is signed in. */
  sub?: string | undefined
  /** Whether the device is online; from the page by default. */
  connection?: Connection | undefined
  /**
   * Told what was taken in of an addition, so that it can be recognised when somebody chooses it again. The
   * worker has looked: asking thousands of files on disk for their sizes would keep the page from drawing.
   */
  onTaken?: ((taken: readonly TakenEntry[], addition: string | undefined) => void) | undefined
  /** Told of each upload that is over, several at a time. */
  onEnded?: ((ended: EndedUpload) => void) | undefined
}

/** Whose uploads they are: a client, or somebody else who can authorize calls, as the visitor of a link. */
export interface UploadsOwner
  extends Pick<AwanClient, 'clientId' | 'deviceId' | 'locale' | 'runtime'> {
  readonly session: Pick<AwanClient['session'], 'state' | 'subscribe' | 'authorized'>
}

/**
 * An upload manager that runs in a worker of the page. Files go to it without their bytes, and the
 * page authorizes each of its requests: the session stays here.
 *
 * @example
 * const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { type: 'module' })
 * const uploads = connectUploads(worker, client, { journal: 'uploads' })
 * await uploads.add(fromFileList(input.files))
 */
export function connectUploads(
  worker: Port,
  client: UploadsOwner,
  options: ConnectOptions = {},
): WorkerUploads {
  const listeners = new Set<() => void>()
  const asked = new Map<number, AddOptions['conflict']>()
  const sender = createEntrySender()
  const locale = () => options.locale ?? client.locale()
  let summary: UploadSummary = NOTHING
  let batches = 0

  const calls = openCalls(worker, {
    /** Lets the worker send one of its calls; renews, repeats and clears as for a call of the page. */
    async authorize(call: number) {
      checkPerson()
      // Named, because another tab may have switched to somebody else and this one not have heard of it yet.
      await client.session.authorized(
        (authorization) => calls.call('send', call, authorization, locale()),
        { sub: options.sub },
      )
    },
    conflict(batch: number, conflict: NameConflict) {
      const ask = asked.get(batch)
      return typeof ask === 'function' ? ask(conflict) : { rule: 'skip' }
    },
    told(now: UploadSummary, ended: EndedUpload[]) {
      summary = now
      for (const one of ended) options.onEnded?.(one)
      for (const listener of listeners) listener()
    },
    lookAgain: sender.lookAgain,
    journalFailed: (error: string) => options.onJournalFailure?.(error),
  })
  // Not every browser tells its workers when the network comes and goes.
  const connection = options.connection ?? createConnection()
  const settings: WorkerSettings = {
    clientId: client.clientId,
    deviceId: client.deviceId(),
    driveId: options.driveId,
    origins: options.origins,
    journal: options.journal,
    lanes: options.lanes,
    tellEveryMs: options.tellEveryMs,
    tellsEnded: options.onEnded !== undefined,
    tellsTaken: options.onTaken !== undefined,
    session: client.session.state(),
    isOnline: connection.isOnline(),
  }
  // Messages arrive in the order in which they are sent: whatever follows finds it open.
  void calls.call('open', settings)
  const unsubscribe = client.session.subscribe(
    () => void calls.call('session', client.session.state()),
  )
  const disconnect = connection.subscribe(() => void calls.call('online', connection.isOnline()))

  /** A token of somebody else would bring the files into another drive. */
  function checkPerson(): void {
    if (options.sub === undefined) return
    const state = client.session.state()
    if (state.status === 'signed-in' && state.sub === options.sub) return
    throw new ServiceError('unauthenticated', { description: 'another account is signed in' })
  }

  /** What the worker is told of an addition; the question about names is answered here. */
  function begin({ parent_id, conflict, skipSame, addition }: AddOptions) {
    batches += 1
    asked.set(batches, conflict)
    const rule = typeof conflict === 'function' ? 'ask' : conflict
    const told: WorkerAddOptions = { parent_id, conflict: rule, skipSame, addition }
    return { batch: batches, told }
  }

  /** Tells the worker of an addition, and brings it what belongs to it. */
  async function addBy(
    name: 'add' | 'addHandles',
    addOptions: AddOptions,
    bring: (batch: number) => Promise<void>,
  ): Promise<void> {
    const { batch, told } = begin(addOptions)
    const adding = calls.call(name, batch, told)
    try {
      await Promise.all([adding, bring(batch).finally(() => calls.call('noMore', batch))])
    } catch (error) {
      await adding.catch(() => undefined)
      throw error
    }
  }

  function bringEntries(
    batch: number,
    entries: UploadEntries,
    { addition }: AddOptions,
  ): Promise<void> {
    return sendInPortions<UploadEntry, EntryMessage>(entries, {
      now: client.runtime.now,
      toMessage: sender.toMessage,
      async post(messages) {
        const taken = (await calls.call('portion', batch, messages)) as TakenEntry[] | undefined
        if (taken) options.onTaken?.(taken, addition)
      },
    })
  }

  async function bringHandles(
    batch: number,
    handles: Handles,
    addOptions: AddHandlesOptions,
  ): Promise<void> {
    await sendInPortions(handles, {
      now: client.runtime.now,
      toMessage: (handle) => handle,
      async post(messages) {
        await calls.call('handles', batch, messages)
      },
    })
    const seen = (await calls.call('noMoreHandles', batch)) as string[]
    const { unseen } = addOptions
    if (unseen) await bringEntries(batch, unseen(new Set(seen)), addOptions)
  }

  return {
    add: (entries, addOptions = {}) =>
      addBy('add', addOptions, (batch) => bringEntries(batch, entries, addOptions)),
    addHandles: (handles, addOptions = {}) =>
      addBy('addHandles', addOptions, (batch) => bringHandles(batch, handles, addOptions)),
    settled: () => calls.call('settled') as Promise<UploadSummary>,
    summary: () => summary,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    window: (first, count, order) =>
      calls.call('window', first, count, order) as Promise<UploadRow[]>,
    failures: () => calls.call('failures') as Promise<UploadRow[]>,
    pause: (id) => void calls.call('pause', id),
    resume: (id) => void calls.call('resume', id),
    cancel: (id) => void calls.call('cancel', id),
    retry: (id) => void calls.call('retry', id),
    clear: () => void calls.call('clear'),
    async dispose() {
      unsubscribe()
      disconnect()
      listeners.clear()
      await calls.call('dispose')
      calls.close()
    },
  }
}

const NOTHING: UploadSummary = {
  files: {
    total: 0,
    done: 0,
    instant: 0,
    failed: 0,
    unreadable: 0,
    skipped: 0,
    cancelled: 0,
    asking: 0,
  },
  bytes: { total: 0, done: 0 },
  isCounting: false,
  isActive: false,
  bytesPerSecond: 0,
  remainingMs: undefined,
  halt: undefined,
  additions: [],
}
