import type {
  AddOptions,
  NameConflict,
  UploadEntries,
  UploadRow,
  UploadSummary,
} from '@awan/client/upload-manager'
import {
  type AddHandlesOptions,
  connectUploads,
  type FileHandle,
  fromFileList,
  type Handles,
  type UploadsOwner,
  type WorkerUploads,
} from '@awan/client/upload-manager-browser'
import { takeDropped } from './dropped.ts'
import { type KeptAddition, newAddition, openKeptAdditions } from './kept-additions.ts'
import { createLeftAdditions } from './left-additions.ts'
import { enterPage } from './living-pages.ts'
import { createReplacements } from './replacements.ts'
import { createRunningAdditions } from './running-additions.ts'
import { createTakenNames, type NameChoice } from './taken-names.ts'
import { unseenOf } from './unseen-files.ts'

/** Takes everything that is chosen, dropped or pasted for an upload. */
export interface UploadIntake {
  addFiles(files: Iterable<File>, folderId: string): void
  /** Call it within the event: afterwards the browser has forgotten what was dropped. */
  addDataTransfer(transfer: DataTransfer, folderId: string): void
  /** Files by their handles: after a reload they resume without being chosen again. */
  addHandles(handles: readonly FileHandle[], folderId: string): void
  /** Pasted files exist only in the page: they cannot be chosen again. */
  addPasted(files: Iterable<File>, folderId: string): void
}

export interface UploadsState {
  /** Nothing before the first addition. */
  readonly summary: UploadSummary | undefined
  /** The taken name that the person is asked about. */
  readonly asked: NameConflict | undefined
  /** Uploads that an earlier page began and no page is sending now. */
  readonly left: readonly KeptAddition[]
  /** The target folders of the uploads in the tray. */
  readonly folderIds: readonly string[]
  /** Why the last addition failed as a whole; a new object each time. */
  readonly problem: { readonly error: unknown } | undefined
}

export interface DriveUploads
  extends UploadIntake,
    Pick<WorkerUploads, 'pause' | 'resume' | 'cancel' | 'retry' | 'clear' | 'subscribe'> {
  /** The same object until something changes. */
  state(): UploadsState
  /** Rows that need attention come first. */
  rows(first: number, count: number): Promise<UploadRow[]>
  failures(): Promise<readonly UploadRow[]>
  answer(choice: NameChoice, forAll: boolean): void
  /** Replaces files that could not be read; returns whether any of them is among the given ones. */
  chooseAgain(files: readonly File[]): Promise<boolean>
  /** Resumes an upload by its handles. Call it in a click: the browser may ask for permission. */
  goOn(id: string): Promise<void>
  /** Resumes an interrupted upload with files chosen again; returns how many of them belong to it. */
  goOnWith(id: string, files: Iterable<File>): Promise<number>
  /** Whether another page of this browser sends something now. */
  runElsewhere(): Promise<boolean>
  /** Drops an interrupted upload. */
  forget(id: string): Promise<void>
  /** Removes all upload records of this person from the browser. */
  forgetAll(): Promise<void>
  /** Whether closing the page would lose access to files that are still to be sent. */
  wouldLose(): boolean
  dispose(): void
}

/** The files of an addition: handles, with recorded files that these do not show, or entries. */
interface Begun {
  entries?: UploadEntries
  handles?: Handles
  unseen?: AddHandlesOptions['unseen']
}

/** More often nobody can read it. */
const TELL_EVERY_MS = 250

/** The uploads of one person to one drive in this page. They are sent by a worker, which is started by the first of them. */
export function createDriveUploads(options: {
  client: UploadsOwner
  sub: string
  /** Absent for the person's own drive. */
  driveId?: string | undefined
  origins?: readonly string[] | undefined
}): DriveUploads {
  const { client, sub, driveId, origins = [location.origin] } = options
  const listeners = new Set<() => void>()
  const page = enterPage()
  const names = createTakenNames(changed)
  const replacements = createReplacements()
  const kept = openKeptAdditions(sub)
  const running = createRunningAdditions(kept, page.id)
  const left = createLeftAdditions(kept, page, changed, driveId)
  const folderIds = new Set<string>()
  let opened: { worker: Worker; uploads: WorkerUploads } | undefined
  let state: UploadsState | undefined
  let problem: UploadsState['problem']

  void goOnUnasked().catch(running.notKept)

  function open(): WorkerUploads {
    if (opened) return opened.uploads
    const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', ({ message }) =>
      failed(new Error(message || 'the upload worker failed')),
    )
    const uploads = connectUploads(worker, client, {
      sub,
      driveId,
      origins,
      journal: `awan-upload-journal@${sub}`,
      tellEveryMs: TELL_EVERY_MS,
      onTaken: running.remember,
      onJournalFailure: running.notKept,
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

  function told(): void {
    running.told(opened?.uploads.summary().additions ?? [])
    changed()
  }

  async function goOnUnasked(): Promise<void> {
    for await (const addition of left.find()) {
      await beginAgain(addition)
    }
  }

  /** Resumes by handles; recorded files that these do not show are listed. */
  async function beginAgain(addition: KeptAddition): Promise<void> {
    const written = await left.readDown(addition)
    begin(addition, {
      handles: left.handlesOf(addition.id),
      unseen: (seen) => replacements.offerTo(unseenOf(written, seen, replacements)),
    })
  }

  /** Starts an addition; one that was begun earlier skips the files that have arrived since. */
  function begin(addition: KeptAddition, { entries = [], handles, unseen }: Begun): void {
    const { isAgain } = running.begin(addition)
    folderIds.add(addition.folderId)
    const options: AddOptions = {
      parent_id: addition.folderId,
      conflict: names.ask,
      skipSame: isAgain || 'taken',
      addition: addition.id,
    }
    const adding = handles
      ? open().addHandles(handles, { ...options, unseen })
      : open().add(replacements.offerTo(entries), options)
    adding.then(() => running.isWhole(addition.id), failed)
    changed()
  }

  function add(
    folderId: string,
    what: { entries: UploadEntries; isChoosable?: boolean } | { handles: readonly FileHandle[] },
  ): KeptAddition {
    // A new addition replaces finished uploads.
    if (openCount() === 0 && !opened?.uploads.summary().files.failed) clear()
    const begun = { folderId, driveId, pageId: page.id }
    // An addition by handles can only be resumed by its handles.
    const isChoosable = 'entries' in what && (what.isChoosable ?? true)
    const addition = newAddition({ ...begun, isChoosable })
    begin(addition, what)
    if ('handles' in what) running.keepHandles(addition.id, what.handles)
    return addition
  }

  function clear(): void {
    names.reset()
    folderIds.clear()
    for (const folderId of running.folderIds()) folderIds.add(folderId)
    opened?.uploads.clear()
    changed()
  }

  function openCount(): number {
    return opened ? countOpen(opened.uploads.summary()) : 0
  }

  return {
    state: () => {
      state ??= {
        summary: opened?.uploads.summary(),
        asked: names.current(),
        left: left.list(),
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
      const { entries, handles } = takeDropped(transfer)
      const { id } = add(folderId, { entries })
      void handles.then((found) => found && running.keepHandles(id, found))
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
      running.endAll()
    },
    retry: (id) => opened?.uploads.retry(id),
    clear,
    answer: names.answer,
    async chooseAgain(files) {
      replacements.take(files)
      const rows = (await opened?.uploads.failures()) ?? []
      const isAmong = rows.some(
        ({ path, isUnreadable }) =>
          isUnreadable && (replacements.has(path) || replacements.below(path).length > 0),
      )
      if (isAmong) opened?.uploads.retry()
      return isAmong
    },
    async goOn(id) {
      if (!(await left.askToRead(id))) return
      const addition = await left.claim(id)
      if (addition) await beginAgain(addition)
    },
    async goOnWith(id, files) {
      const { found, missing, others } = await left.matchAgain(id, files)
      if (found.length === 0) return 0
      const addition = await left.claim(id)
      if (!addition) return found.length
      begin(addition, { entries: addition.isWhole ? found : [...found, ...others] })
      // As many as had arrived may be missing: those need not be chosen again.
      if (missing.length > addition.done) await left.leave(addition.folderId, missing)
      return found.length
    },
    // Where nothing can be kept, nothing is known of other pages.
    runElsewhere: () => left.runElsewhere().catch(() => false),
    forget: left.forget,
    async forgetAll() {
      opened?.uploads.cancel()
      clear()
      running.clear()
      // Where nothing can be kept nothing has stayed.
      await left.forgetAll().catch(running.notKept)
    },
    wouldLose: () => openCount() > 0 && !running.areKept(),
    dispose() {
      page.leave()
      listeners.clear()
      const closing = opened
      opened = undefined
      void closing?.uploads.dispose().finally(() => closing.worker.terminate())
    },
  }
}

/** The number of files that are not finished yet. */
export function countOpen({ files }: UploadSummary): number {
  const { total, done, failed, skipped, cancelled } = files
  return total - done - failed - skipped - cancelled
}
