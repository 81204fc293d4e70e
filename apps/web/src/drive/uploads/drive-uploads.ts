import type { AwanClient } from '@awan/client'
import type {
  AddOptions,
  NameConflict,
  UploadEntries,
  UploadRow,
  UploadSummary,
} from '@awan/client/upload-manager'
import {
  connectUploads,
  fromFileList,
  type Handles,
  type TakenEntry,
  type WorkerUploads,
} from '@awan/client/upload-manager-browser'
import { takeDropped } from './dropped.ts'
import { type KeptAddition, openKeptAdditions } from './kept-additions.ts'
import { enterPage } from './living-pages.ts'
import { matchAgain, toKeptFile } from './match-again.ts'
import { mayRead, type UploadHandle } from './may-read.ts'
import { createTakenNames, type NameChoice } from './taken-names.ts'

/** The one way in for whatever is chosen, dropped or pasted. */
export interface UploadIntake {
  addFiles(files: Iterable<File>, folderId: string): void
  /** Call it within the event: afterwards the browser has forgotten what was dropped. */
  addDataTransfer(transfer: DataTransfer, folderId: string): void
  /** By the handles of a window that gives them: they go on after a reload without being chosen again. */
  addHandles(handles: readonly UploadHandle[], folderId: string): void
  /** What is nowhere but in the page: it cannot be chosen again. */
  addPasted(files: Iterable<File>, folderId: string): void
}

export interface UploadsState {
  /** Nothing before the first addition. */
  readonly summary: UploadSummary | undefined
  /** The name that somebody is asked about. */
  readonly asked: NameConflict | undefined
  /** What an earlier page began and nobody sends now. */
  readonly left: readonly KeptAddition[]
  /** Where what is in the tray goes. */
  readonly folderIds: readonly string[]
  /** What could not be taken in at all; another object each time. */
  readonly problem: { readonly error: unknown } | undefined
}

export interface DriveUploads
  extends UploadIntake,
    Pick<WorkerUploads, 'pause' | 'resume' | 'cancel' | 'retry' | 'clear' | 'subscribe'> {
  /** The same object until something changes. */
  state(): UploadsState
  /** What asks for a look comes first. */
  rows(first: number, count: number): Promise<UploadRow[]>
  failures(): Promise<readonly UploadRow[]>
  answer(choice: NameChoice, forAll: boolean): void
  /** Goes on with what is left by its handles; call it when somebody has clicked, for the browser may ask. */
  goOn(id: string): Promise<void>
  /** Goes on with what was chosen again; answers how many of the files were among it. */
  goOnWith(id: string, files: Iterable<File>): Promise<number>
  /** What is left of it is not wanted any more. */
  forget(id: string): Promise<void>
  /** Nothing of this person stays in the browser. */
  forgetAll(): Promise<void>
  /** Whether closing the page would cost somebody the way back to their files. */
  wouldLose(): boolean
  dispose(): void
}

/** More often nobody can read it. */
const TELL_EVERY_MS = 250
const KEEP_EVERY_MS = 2000
/** Writing one down takes a tenth of a millisecond: so few are done within a frame. */
const HANDLES_AT_ONCE = 64

/** The uploads of one person in this page. They are sent by a worker, which is started by the first of them. */
export function createDriveUploads(options: {
  client: AwanClient
  sub: string
  origins?: readonly string[] | undefined
}): DriveUploads {
  const { client, sub, origins = [location.origin] } = options
  const listeners = new Set<() => void>()
  const kept = openKeptAdditions(sub)
  const page = enterPage()
  const names = createTakenNames(changed)
  /** What this page sends, by id. */
  const running = new Map<string, KeptAddition>()
  /** Of those, what was begun by an earlier page: its files are written down already. */
  const knownAgain = new Set<string>()
  /** How many of its files are written down. */
  const takenCounts = new Map<string, number>()
  const left = new Map<string, KeptAddition>()
  const folderIds = new Set<string>()
  let opened: { worker: Worker; uploads: WorkerUploads } | undefined
  let state: UploadsState | undefined
  let problem: UploadsState['problem']
  let canKeep = true
  let keptAtMs = 0

  void findLeft().catch(notKept)

  function open(): WorkerUploads {
    if (opened) return opened.uploads
    const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', ({ message }) => failed(new Error(message || 'upload worker')))
    const uploads = connectUploads(worker, client, {
      sub,
      origins,
      journal: `awan-upload-journal@${sub}`,
      tellEveryMs: TELL_EVERY_MS,
      onTaken: remember,
      onJournalFailure: notKept,
    })
    uploads.subscribe(told)
    opened = { worker, uploads }
    return uploads
  }

  function changed(): void {
    state = undefined
    for (const listener of listeners) listener()
  }

  function failed(error: unknown): void {
    problem = { error }
    changed()
  }

  /** Uploads go on where nothing can be kept of them; then leaving the page would lose them. */
  function notKept(): void {
    canKeep = false
  }

  /** What is over is forgotten; how far the rest is, is written down now and then. */
  function told(): void {
    const isTime = Date.now() - keptAtMs >= KEEP_EVERY_MS
    if (isTime) keptAtMs = Date.now()
    for (const { name, total, done, over, isCounting } of opened?.uploads.summary().additions ??
      []) {
      const addition = running.get(name)
      if (!addition) continue
      if (!isCounting && over === total) {
        end(name)
      } else if (isTime) {
        Object.assign(addition, { total, done })
        void kept.put(addition).catch(notKept)
      }
    }
    changed()
  }

  /** Nothing of it is to be found by another page. */
  function end(id: string): void {
    running.delete(id)
    takenCounts.delete(id)
    void kept.remove(id).catch(notKept)
  }

  async function findLeft(): Promise<void> {
    const [additions, alive] = await Promise.all([kept.list(), page.areAlive()])
    for (const addition of additions.filter(({ pageId }) => !alive.has(pageId))) {
      const { id, hasHandles, isChoosable, total } = addition
      if (hasHandles && (await mayReadKept(id))) begin(addition, { handles: keptHandles(id) })
      // Of which no file was written down, none would be recognised.
      else if (hasHandles || (isChoosable && total > 0)) left.set(id, addition)
      else await kept.remove(id)
    }
    changed()
  }

  /** Another page may have gone on with it, or forgotten it, since it was found. */
  async function claim(id: string): Promise<KeptAddition | undefined> {
    const [additions, alive] = await Promise.all([kept.list(), page.areAlive()])
    const addition = additions.find((one) => one.id === id)
    left.delete(id)
    changed()
    return addition && !alive.has(addition.pageId) ? addition : undefined
  }

  /** What was chosen together is allowed together: the first of them speak for all. */
  async function mayReadKept(id: string, asking?: 'ask'): Promise<boolean> {
    for await (const handles of kept.handlesOf(id)) return mayRead(handles, asking)
    return false
  }

  async function* keptHandles(id: string) {
    for await (const handles of kept.handlesOf(id)) yield* handles
  }

  /** By its handles, or by entries; what was begun earlier is compared with what has arrived since. */
  function begin(
    addition: KeptAddition,
    { entries = [], handles }: { entries?: UploadEntries; handles?: Handles | undefined },
  ): void {
    const isAgain = addition.pageId !== page.id
    if (isAgain) knownAgain.add(addition.id)
    addition.pageId = page.id
    running.set(addition.id, addition)
    folderIds.add(addition.folderId)
    void kept.put(addition).catch(notKept)
    const options: AddOptions = {
      parent_id: addition.folderId,
      conflict: names.ask,
      skipSame: isAgain,
      addition: addition.id,
    }
    const adding = handles ? open().addHandles(handles, options) : open().add(entries, options)
    adding.then(() => {
      addition.isWhole = true
    }, failed)
    changed()
  }

  /** The worker has looked at them; here it is only written down. */
  function remember(taken: readonly TakenEntry[], name: string | undefined): void {
    const addition = running.get(name ?? '')
    // What is over already, and what was chosen again, need not be kept.
    if (!addition || knownAgain.has(addition.id)) return
    const count = (takenCounts.get(addition.id) ?? 0) + taken.length
    takenCounts.set(addition.id, count)
    addition.total = Math.max(addition.total, count)
    if (taken.some(({ path }) => path.includes('/'))) addition.hasFolders = true
    if (taken.some(({ path }) => !path.includes('/'))) addition.hasFiles = true
    void kept.addFiles(addition.id, taken.map(toKeptFile)).catch(notKept)
    void kept.put(addition).catch(notKept)
  }

  function add(
    folderId: string,
    what: { entries: UploadEntries; isChoosable?: boolean } | { handles: readonly UploadHandle[] },
  ): void {
    // What is over makes way for what comes.
    if (openCount() === 0 && !opened?.uploads.summary().files.failed) clear()
    const addition = newAddition(folderId)
    if ('handles' in what) {
      // Only the handles lead back to it.
      begin({ ...addition, isChoosable: false }, what)
      void keepHandles(addition.id, what.handles).catch(notKept)
    } else begin({ ...addition, isChoosable: what.isChoosable ?? true }, what)
  }

  async function keepHandles(id: string, handles: readonly UploadHandle[]): Promise<void> {
    for (let at = 0; at < handles.length; at += HANDLES_AT_ONCE) {
      // It may be over before its handles are written down.
      if (!running.has(id)) break
      await kept.addHandles(id, handles.slice(at, at + HANDLES_AT_ONCE))
    }
    const addition = running.get(id)
    if (!addition) return kept.remove(id)
    addition.hasHandles = true
    await kept.put(addition)
  }

  function newAddition(folderId: string): KeptAddition {
    const counts = { total: 0, done: 0, hasFolders: false, hasFiles: false, isWhole: false }
    const made = { id: crypto.randomUUID(), folderId, pageId: page.id, ...counts }
    return { ...made, isChoosable: true, hasHandles: false }
  }

  function clear(): void {
    names.reset()
    folderIds.clear()
    for (const { folderId } of running.values()) folderIds.add(folderId)
    opened?.uploads.clear()
    changed()
  }

  function openCount(): number {
    return opened ? countOpen(opened.uploads.summary()) : 0
  }

  async function forget(id: string): Promise<void> {
    left.delete(id)
    changed()
    await kept.remove(id)
  }

  return {
    state: () => {
      state ??= {
        summary: opened?.uploads.summary(),
        asked: names.current(),
        left: [...left.values()],
        folderIds: [...folderIds],
        problem,
      }
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    addFiles: (files, folderId) => add(folderId, { entries: [...fromFileList(files)] }),
    addHandles: (handles, folderId) => add(folderId, { handles }),
    addPasted: (files, folderId) =>
      add(folderId, { entries: [...fromFileList(files)], isChoosable: false }),
    addDataTransfer(transfer, folderId) {
      const dropped = takeDropped(transfer)
      void dropped.handles.then((handles) =>
        add(folderId, handles ? { handles } : { entries: dropped.entries }),
      )
    },
    rows: async (first, count) => (await opened?.uploads.window(first, count, 'interest')) ?? [],
    failures: async () => (await opened?.uploads.failures()) ?? [],
    pause: (id) => opened?.uploads.pause(id),
    resume: (id) => opened?.uploads.resume(id),
    cancel(id) {
      opened?.uploads.cancel(id)
      if (id !== undefined) return
      names.reset()
      // Not when the worker has said so: the page may be left before.
      for (const begun of [...running.keys()]) end(begun)
    },
    retry: (id) => opened?.uploads.retry(id),
    clear,
    answer: names.answer,
    async goOn(id) {
      if (!(await mayReadKept(id, 'ask'))) return
      const addition = await claim(id)
      if (addition) begin(addition, { handles: keptHandles(id) })
    },
    async goOnWith(id, files) {
      const keptFiles = await kept.filesOf(id)
      const { found, missing, others } = await matchAgain(keptFiles, files)
      if (found.length === 0) return 0
      const addition = await claim(id)
      if (!addition) return found.length
      begin(addition, { entries: addition.isWhole ? found : [...found, ...others] })
      // As many as had arrived may be missing: those need not be chosen again.
      if (missing.length > addition.done) {
        const rest = { ...newAddition(addition.folderId), total: missing.length, pageId: '' }
        rest.isWhole = true
        rest.hasFolders = missing.some(([path]) => path.includes('/'))
        rest.hasFiles = missing.some(([path]) => !path.includes('/'))
        await kept.put(rest)
        await kept.addFiles(rest.id, missing)
        left.set(rest.id, rest)
        changed()
      }
      return found.length
    },
    forget,
    async forgetAll() {
      opened?.uploads.cancel()
      clear()
      left.clear()
      running.clear()
      changed()
      try {
        for (const { id } of await kept.list()) await kept.remove(id)
      } catch {
        // Where nothing can be kept nothing has stayed.
        notKept()
      }
    },
    wouldLose() {
      if (openCount() === 0) return false
      return !canKeep || [...running.values()].some(({ hasHandles }) => !hasHandles)
    },
    dispose() {
      page.leave()
      listeners.clear()
      const closing = opened
      opened = undefined
      void closing?.uploads.dispose().finally(() => closing.worker.terminate())
    },
  }
}

/** Those to which something will still happen, by itself or by somebody. */
export function countOpen({ files }: UploadSummary): number {
  const { total, done, failed, skipped, cancelled } = files
  return total - done - failed - skipped - cancelled
}
