import type { UploadSummary } from '@awan/client/upload-manager'
import type { TakenEntry } from '@awan/client/upload-manager-browser'
import type { KeptAddition, KeptAdditions } from './kept-additions.ts'
import { toKeptFile } from './match-again.ts'
import type { UploadHandle } from './may-read.ts'

/** What this page sends. It is written down as it goes, so that another page can go on with it. */
export interface RunningAdditions {
  /** From now on it is this page's; answers whether an earlier one began it. */
  begin(addition: KeptAddition): { isAgain: boolean }
  keepHandles(id: string, handles: readonly UploadHandle[]): void
  /** All of its files are written down. */
  isWhole(id: string): void
  /** The worker has looked at them; here it is only written down. */
  remember(taken: readonly TakenEntry[], id: string | undefined): void
  /** What is over is forgotten; how far the rest is, is written down now and then. */
  told(additions: UploadSummary['additions']): void
  folderIds(): string[]
  /** Nothing of it is to be found by another page. */
  endAll(): void
  /** Whatever is still to be written down of it is not any more. */
  clear(): void
  /** Uploads go on where nothing can be kept of them; then leaving the page would lose them. */
  notKept(): void
  /** Whether another page could go on with all of it, and nothing would have to be chosen again. */
  areKept(): boolean
}

const KEEP_EVERY_MS = 2000
/** Writing one down takes a tenth of a millisecond: so few are done within a frame. */
const HANDLES_AT_ONCE = 64

export function createRunningAdditions(kept: KeptAdditions, pageId: string): RunningAdditions {
  const running = new Map<string, KeptAddition>()
  /** Of those, what was begun by an earlier page: its files are written down already. */
  const knownAgain = new Set<string>()
  /** How many of its files are written down. */
  const takenCounts = new Map<string, number>()
  let canKeep = true
  let keptAtMs = 0

  function notKept(): void {
    canKeep = false
  }

  function end(id: string): void {
    running.delete(id)
    takenCounts.delete(id)
    void kept.remove(id).catch(notKept)
  }

  async function writeHandles(id: string, handles: readonly UploadHandle[]): Promise<void> {
    for (let at = 0; at < handles.length; at += HANDLES_AT_ONCE) {
      // It may be over before its handles are written down.
      if (!running.has(id)) break
      await kept.addHandles(id, handles.slice(at, at + HANDLES_AT_ONCE))
    }
    const addition = running.get(id)
    if (!addition) return kept.remove(id)
    addition.hasHandles = true
    addition.hasFolders ||= handles.some(({ kind }) => kind === 'directory')
    await kept.put(addition)
  }

  return {
    begin(addition) {
      const isAgain = addition.pageId !== pageId
      if (isAgain) knownAgain.add(addition.id)
      addition.pageId = pageId
      running.set(addition.id, addition)
      void kept.put(addition).catch(notKept)
      return { isAgain }
    },
    keepHandles(id, handles) {
      void writeHandles(id, handles).catch(notKept)
    },
    isWhole(id) {
      const addition = running.get(id)
      // Of what was begun earlier an incomplete list stays incomplete.
      if (!addition || knownAgain.has(id)) return
      addition.isWhole = true
      void kept.put(addition).catch(notKept)
    },
    remember(taken, id = '') {
      const addition = running.get(id)
      // What is over already, and what was chosen again, need not be kept.
      if (!addition || knownAgain.has(id)) return
      const count = (takenCounts.get(id) ?? 0) + taken.length
      takenCounts.set(id, count)
      addition.total = Math.max(addition.total, count)
      if (taken.some(({ path }) => path.includes('/'))) addition.hasFolders = true
      if (taken.some(({ path }) => !path.includes('/'))) addition.hasFiles = true
      void kept.addFiles(id, taken.map(toKeptFile)).catch(notKept)
      void kept.put(addition).catch(notKept)
    },
    told(additions) {
      const isTime = Date.now() - keptAtMs >= KEEP_EVERY_MS
      if (isTime) keptAtMs = Date.now()
      for (const { name, total, done, over, isCounting } of additions) {
        const addition = running.get(name)
        if (!addition) continue
        if (!isCounting && over === total) {
          end(name)
        } else if (isTime) {
          Object.assign(addition, { total, done })
          void kept.put(addition).catch(notKept)
        }
      }
    },
    folderIds: () => [...running.values()].map(({ folderId }) => folderId),
    endAll() {
      for (const id of [...running.keys()]) end(id)
    },
    clear: () => running.clear(),
    notKept,
    areKept: () => canKeep && [...running.values()].every(leadsBack),
  }
}

/** Handles of folders do not show every file: the list of them is needed too. */
function leadsBack({ hasHandles, hasFolders, isWhole }: KeptAddition): boolean {
  return hasHandles && (isWhole || !hasFolders)
}
