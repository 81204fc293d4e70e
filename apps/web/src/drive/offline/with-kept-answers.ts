import type { DriveClient, ListFilesQuery } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { KeptAnswers } from './kept-answers.ts'
import type { Reach } from './reach.ts'
import { reorder, withoutOrder } from './reorder.ts'

/**
 * The drive, with the listings that were looked at last for when the server cannot be reached. They
 * are only looked at: whatever changes something needs the server.
 */
export function withKeptAnswers(
  drive: DriveClient,
  { kept, reach, now = Date.now }: { kept: KeptAnswers; reach: Reach; now?: () => number },
): DriveClient {
  function keeping<Args extends unknown[], Answer extends object>(
    name: string,
    call: (...args: Args) => Promise<Answer>,
    /** Where another answer serves as well. */
    instead: (...args: Args) => Promise<Kept<Answer> | undefined> = async () => undefined,
  ): (...args: Args) => Promise<Answer> {
    return async (...args) => {
      // Signals stand behind what is asked for.
      const [asked] = args
      const key = keyOf(name, asked)
      try {
        const answer = await call(...args)
        noteSeq(answer)
        // Only beginnings: nobody scrolls to the end of what may be old.
        if (!isOfMiddle(asked)) keep(key, answer)
        return answer
      } catch (error) {
        if (!isServiceError(error, 'unreachable')) throw error
        reach.lost()
        const found = (await find<Answer>(key)) ?? (await instead(...args))
        if (!found) throw error
        if (listings.has(name)) reach.showsKept(found.at)
        return endHere(found.answer)
      }
    }
  }

  /** For what is only shown while the server answers. */
  function noting<Args extends unknown[], Answer extends object>(
    call: (...args: Args) => Promise<Answer>,
  ): (...args: Args) => Promise<Answer> {
    return async (...args) => {
      const answer = await call(...args)
      noteSeq(answer)
      return answer
    }
  }

  function noteSeq(answer: object & { seq?: number }): void {
    reach.answered(answer.seq)
  }

  function keep(key: string, answer: unknown): void {
    kept.put(key, answer, now()).catch(leaveUnkept)
  }

  async function find<Answer>(key: string): Promise<Kept<Answer> | undefined> {
    return (await kept.get(key).catch(leaveUnkept)) as Kept<Answer> | undefined
  }

  const { files, lists } = drive

  async function listFolder(...[query = {}, options]: Parameters<typeof files.list>) {
    const answer = await files.list(query, options)
    // In which order it was looked at last.
    if (!isOfMiddle(query)) keep(keyOf('files.list.last', withoutOrder(query)), query)
    return answer
  }

  /** A folder that was looked at in one order can be looked at in every other one. */
  async function findInOtherOrder(query: ListFilesQuery = {}) {
    if (isOfMiddle(query)) return undefined
    const last = await find<ListFilesQuery>(keyOf('files.list.last', withoutOrder(query)))
    const found = last && (await find<Listing>(keyOf('files.list', last.answer)))
    if (!found) return undefined
    const { answer, at } = found
    return { answer: { ...answer, files: reorder(answer.files, query) }, at }
  }

  return {
    ...drive,
    about: keeping('about', drive.about),
    files: {
      ...files,
      list: keeping('files.list', listFolder, findInOtherOrder),
      measure: keeping('files.measure', files.measure),
      get: keeping('files.get', files.get),
    },
    lists: {
      ...lists,
      recent: keeping('lists.recent', lists.recent),
      starred: keeping('lists.starred', lists.starred),
      photos: keeping('lists.photos', lists.photos),
      measurePhotos: keeping('lists.measurePhotos', lists.measurePhotos),
      tags: keeping('lists.tags', lists.tags),
      trash: noting(lists.trash),
    },
    search: noting(drive.search),
  }
}

interface Kept<Answer> {
  answer: Answer
  at: number
}

type Listing = Awaited<ReturnType<DriveClient['files']['list']>>

function keyOf(name: string, asked: unknown): string {
  return JSON.stringify([name, asked ?? {}])
}

/** Whose age is told; what stands around them is not what people look at. */
const listings: ReadonlySet<string> = new Set([
  'files.list',
  'lists.recent',
  'lists.starred',
  'lists.photos',
])

function isOfMiddle(asked: unknown): boolean {
  const { page_token, position_of } = (asked ?? {}) as Record<string, unknown>
  return page_token !== undefined || position_of !== undefined
}

/** A list that goes on where nobody answers ends with what is known of it. */
function endHere<Answer extends object>(answer: Answer): Answer {
  if (!('next_page_token' in answer)) return answer
  const { next_page_token, ...rest } = answer
  return rest as Answer
}

/** A browser that keeps nothing, as in a private window: then there is nothing without a network. */
function leaveUnkept(): undefined {}
