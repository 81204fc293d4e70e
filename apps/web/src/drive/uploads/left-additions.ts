import type { Handles } from '@awan/client/upload-manager-browser'
import {
  type KeptAddition,
  type KeptAdditions,
  type KeptFile,
  newAddition,
} from './kept-additions.ts'
import type { LivingPage } from './living-pages.ts'
import { type ChosenAgain, matchAgain } from './match-again.ts'
import { mayRead } from './may-read.ts'
import type { WrittenDown } from './unseen-files.ts'

/** What an earlier page began and nobody sends now. */
export interface LeftAdditions {
  list(): readonly KeptAddition[]
  /** Gives what may go on without asking anybody; the rest is listed. */
  find(): AsyncIterable<KeptAddition>
  /** Whether its handles may be read; call it when somebody has clicked, for the browser may ask. */
  askToRead(id: string): Promise<boolean>
  handlesOf(id: string): Handles
  /** What was written down of it, for what its handles do not show. */
  readDown(addition: KeptAddition): Promise<WrittenDown>
  matchAgain(id: string, chosen: Iterable<File>): Promise<ChosenAgain>
  /** Another page may have gone on with it, or forgotten it, since it was found. */
  claim(id: string): Promise<KeptAddition | undefined>
  /** These were not chosen again: they stay for another time. */
  leave(folderId: string, files: readonly KeptFile[]): Promise<void>
  /** Whether another page that is open sends something now. */
  runElsewhere(): Promise<boolean>
  forget(id: string): Promise<void>
  /** What is running is forgotten too. */
  forgetAll(): Promise<void>
}

export function createLeftAdditions(
  kept: KeptAdditions,
  page: LivingPage,
  onChange: () => void,
  /** Of which drive; absent for the person's own. */
  driveId?: string,
): LeftAdditions {
  const left = new Map<string, KeptAddition>()

  /** What was chosen together is allowed together: the first of them speak for all. */
  async function mayReadKept(id: string, asking?: 'ask'): Promise<boolean> {
    for await (const handles of kept.handlesOf(id)) return mayRead(handles, asking)
    return false
  }

  return {
    list: () => [...left.values()],
    async *find() {
      const [additions, alive] = await Promise.all([kept.list(), page.areAlive()])
      for (const addition of additions) {
        if (addition.driveId !== driveId || alive.has(addition.pageId)) continue
        const { id, hasHandles, isChoosable, total } = addition
        if (hasHandles && (await mayReadKept(id))) yield addition
        // Of which no file was written down, none would be recognised.
        else if (hasHandles || (isChoosable && total > 0)) left.set(id, addition)
        else await kept.remove(id)
      }
      onChange()
    },
    askToRead: (id) => mayReadKept(id, 'ask'),
    async *handlesOf(id) {
      for await (const handles of kept.handlesOf(id)) yield* handles
    },
    async readDown({ id, isWhole }) {
      const folders: string[] = []
      for await (const handles of kept.handlesOf(id)) {
        for (const { kind, name } of handles) if (kind === 'directory') folders.push(name)
      }
      const files = await kept.filesOf(id)
      // Without a list of its files a folder is not known, whatever was thought of it.
      return { files, folders, isWhole: isWhole && (files.length > 0 || folders.length === 0) }
    },
    matchAgain: async (id, chosen) => matchAgain(await kept.filesOf(id), chosen),
    async claim(id) {
      const [additions, alive] = await Promise.all([kept.list(), page.areAlive()])
      const addition = additions.find((one) => one.id === id)
      left.delete(id)
      onChange()
      return addition && !alive.has(addition.pageId) ? addition : undefined
    },
    async leave(folderId, files) {
      const rest: KeptAddition = {
        ...newAddition({ folderId, driveId, pageId: '', isChoosable: true }),
        hasFolders: files.some(([path]) => path.includes('/')),
        hasFiles: files.some(([path]) => !path.includes('/')),
        total: files.length,
        isWhole: true,
      }
      await kept.put(rest)
      await kept.addFiles(rest.id, files)
      left.set(rest.id, rest)
      onChange()
    },
    async runElsewhere() {
      const [additions, alive] = await Promise.all([kept.list(), page.areAlive()])
      return additions.some(({ pageId }) => pageId !== page.id && alive.has(pageId))
    },
    async forget(id) {
      left.delete(id)
      onChange()
      await kept.remove(id)
    },
    async forgetAll() {
      left.clear()
      onChange()
      for (const { id } of await kept.list()) await kept.remove(id)
    },
  }
}
