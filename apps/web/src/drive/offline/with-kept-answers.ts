import type { DriveClient } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { KeptAnswers } from './kept-answers.ts'
import type { Reach } from './reach.ts'

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
  ): (...args: Args) => Promise<Answer> {
    return async (...args) => {
      // Signals stand behind what is asked for.
      const [asked] = args
      const key = JSON.stringify([name, asked ?? {}])
      try {
        const answer = await call(...args)
        reach.answered()
        // Only beginnings: nobody scrolls to the end of what may be old.
        if (!isOfMiddle(asked)) kept.put(key, answer, now()).catch(leaveUnkept)
        return answer
      } catch (error) {
        if (!isServiceError(error, 'unreachable')) throw error
        reach.lost()
        const found = await kept.get(key).catch(leaveUnkept)
        if (!found) throw error
        if (listings.has(name)) reach.showsKept(found.at)
        return endHere(found.answer as Answer)
      }
    }
  }

  const { files, lists } = drive
  return {
    ...drive,
    about: keeping('about', drive.about),
    files: {
      ...files,
      list: keeping('files.list', files.list),
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
    },
  }
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
