import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { numbersOf } from '../access/open-node.ts'
import { isTop } from '../access/rights.ts'
import type { Signals } from '../changes/signals.ts'
import type { ChangesPage } from '../following/follow-changes.ts'
import { followShares } from '../following/follow-shares.ts'
import type { Following } from '../following/following.ts'
import { paced } from './paced.ts'

/** Whose files, and how much of them: everything that the person reaches, or one folder. */
export interface Followed {
  sub: string
  folder?: { driveId: string; nodeId: string } | undefined
}

export interface FollowPersonParts {
  drives: Drives
  accesses: Accesses
  people: PeopleDirectory
  signals: Signals
  following: Pick<Following, 'follow'>
  /** At most once in this time is anything read, and told. */
  gatherMs: number
  onProblem?: ((problem: unknown) => void) | undefined
}

export interface Hearer {
  /** With the numbers of what has changed and of the folders that it is in, where they are asked for and known. */
  tell(numbers: readonly number[] | undefined): void
  wantsNumbers(): boolean
}

/** So much is told one by one; of more, only that there is something. */
const MAX_NUMBERS = 100
const PAGE = 500

/** What came since the last look: nothing, certain nodes, or who knows what. */
type News = 'nothing' | ReadonlySet<number> | 'something'

/**
 * Tells of each change that the person can see, in their own drive and in those of others, whichever process made it. Resolves
 * once nothing is missed any more; gives what ends it.
 */
export async function followPerson(
  parts: FollowPersonParts,
  { sub, folder }: Followed,
  hearer: Hearer,
): Promise<() => Promise<void>> {
  const { drives, accesses, people, signals, following, onProblem } = parts
  const person = { kind: 'person', sub } as const
  const limit = folder && { folderId: folder.nodeId, isReadOnly: true }
  const accessTo = (driveId: string): Access => ({ driveId, actor: person, right: 'view', limit })
  /** Up to where each drive was read; undefined where the person sees nothing of it now. */
  const cursors = new Map<string, string | undefined>()
  const watches = new Map<string, () => void>()
  const rung = new Set<string>()
  let isListOld = false
  let hasBegun = false
  const looking = paced(look, parts.gatherMs)
  let endShares: (() => void) | undefined

  async function end(): Promise<void> {
    endShares?.()
    for (const unwatch of watches.values()) unwatch()
    await looking.stop()
  }

  try {
    await watchDrives()
    if (!folder) await watchShares()
    // What rang before is after some cursor, or is not; before there are all of them, nobody can say.
    hasBegun = true
    if (rung.size > 0) looking.ask()
  } catch (error) {
    await end()
    throw error
  }
  return end

  async function look(): Promise<void> {
    let news: News = 'nothing'
    if (isListOld) {
      isListOld = false
      news = 'something'
      await watchDrives().catch((problem) => {
        isListOld = true
        tryAgain(problem)
      })
    }
    for (const driveId of [...rung]) {
      rung.delete(driveId)
      try {
        news = joined(news, await readNews(driveId))
      } catch (problem) {
        rung.add(driveId)
        tryAgain(problem)
      }
    }
    if (news !== 'nothing') hearer.tell(news === 'something' ? undefined : [...news])
  }

  function tryAgain(problem: unknown): void {
    if (!isServiceError(problem, 'unavailable')) onProblem?.(problem)
    looking.ask()
  }

  async function watchShares(): Promise<void> {
    const { driveId } = await accesses.of(person, undefined, 'view')
    let isPresent = true
    const told = () => {
      if (isPresent) return
      isListOld = true
      looking.ask()
    }
    const read = <T>(work: Parameters<typeof drives.read<T>>[1]) =>
      drives.read(accessTo(driveId), work)
    endShares = await followShares(
      { people, signals, read: (work) => read((reader) => work(reader)) },
      sub,
      told,
    )
    isPresent = false
  }

  /** Those that the person reaches now, each from its present on. */
  async function watchDrives(): Promise<void> {
    const ids = folder
      ? [folder.driveId]
      : (await accesses.reached(person)).map(({ driveId }) => driveId)
    for (const [driveId, unwatch] of [...watches]) {
      if (ids.includes(driveId)) continue
      unwatch()
      watches.delete(driveId)
      cursors.delete(driveId)
    }
    for (const driveId of ids) {
      if (watches.has(driveId)) continue
      const ring = () => {
        rung.add(driveId)
        if (hasBegun) looking.ask()
      }
      watches.set(driveId, signals.watch(driveId, ring))
      // After the watch is set, so that nothing comes in between.
      cursors.set(driveId, await presentOf(driveId))
    }
  }

  async function presentOf(driveId: string): Promise<string | undefined> {
    try {
      return (await ask(driveId, undefined)).cursor
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  async function readNews(driveId: string): Promise<News> {
    const before = cursors.get(driveId)
    if (before === undefined) {
      cursors.set(driveId, await presentOf(driveId))
      return cursors.get(driveId) === undefined ? 'nothing' : 'something'
    }
    try {
      let page = await ask(driveId, before)
      while (page.hasMore && page.changes.length === 0) page = await ask(driveId, page.cursor)
      // The rest of very many changes is not read: that there are some is known.
      const { cursor } = page.hasMore ? await ask(driveId, undefined) : page
      cursors.set(driveId, cursor)
      if (page.changes.length === 0) return 'nothing'
      return page.hasMore || !hearer.wantsNumbers() ? 'something' : await toNumbers(driveId, page)
    } catch (error) {
      const isUnknown = isServiceError(error, 'not_found') || isServiceError(error, 'out_of_range')
      if (!isUnknown) throw error
      // Access has ended, or what came in between is not known any more.
      cursors.set(driveId, await presentOf(driveId))
      return 'something'
    }
  }

  function ask(driveId: string, cursor: string | undefined): Promise<ChangesPage> {
    return following.follow(accessTo(driveId), { cursor, size: PAGE, waitMs: 0, hasLocks: false })
  }

  /** With their folders: a client that does not know a new file knows where it is. */
  async function toNumbers(driveId: string, { changes }: ChangesPage): Promise<News> {
    const ids = new Set<string>()
    for (const { node } of changes) {
      if (!node) return 'something'
      ids.add(node.id)
      // The folder above what is shared is not known to those with whom it is.
      if (node.parent_id !== null && !isTop(node.rights)) ids.add(node.parent_id)
    }
    if (ids.size > MAX_NUMBERS) return 'something'
    const numbers = await drives.read(accessTo(driveId), (reader, drive) =>
      numbersOf(reader, drive.id, [...ids]),
    )
    return new Set(numbers.values())
  }
}

function joined(a: News, b: News): News {
  if (a === 'nothing') return b
  if (b === 'nothing') return a
  if (a === 'something' || b === 'something') return 'something'
  const both = a.union(b)
  return both.size > MAX_NUMBERS ? 'something' : both
}
