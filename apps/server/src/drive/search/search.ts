import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openFolder } from '../access/open-node.ts'
import { isShown, type Place } from '../access/ways-up.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { chooseStages } from './choose-stages.ts'
import { gather, type Hit, newLooks, toHits, withSnippet } from './gather.ts'
import type { Candidate } from './search.store.ts'
import { toSearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import { parseSearchToken, toSearchToken } from './search-token.ts'

export interface FoundPage {
  hits: Hit[]
  nextPageToken: string | undefined
  seq: number
}

export interface Search {
  find(
    access: Access,
    question: SearchQuestion,
    page: { size: number; token: string | undefined },
  ): Promise<FoundPage>
}

export function createSearch({
  drives,
  contents,
}: {
  drives: Drives
  contents: ContentReader
}): Search {
  return {
    async find(access, question, { size, token }) {
      const from = token === undefined ? undefined : parseSearchToken(token, question)
      const page = await drives.read(access, async (reader, drive) => {
        const { text, parentId } = question
        const folder =
          parentId === undefined ? undefined : await openFolder(reader, drive, parentId)
        const query = toSearchQuery(text)
        const openers =
          query || text.trim() === ''
            ? await chooseStages(reader, drive, question, { query, folder })
            : []
        const isHit = (candidate: Candidate, place: Place | undefined) =>
          candidate.id !== drive.root_id &&
          place !== undefined &&
          isShown(drive, candidate.id, place) &&
          (!folder || place.path.some(({ id }) => id === folder.id))
        const { found, next } = await gather(reader, drive, openers, {
          size,
          from,
          isHit,
          looks: newLooks(),
        })
        return {
          hits: await toHits(reader, drive, found, query),
          nextPageToken: next && toSearchToken(question, next),
          seq: drive.seq,
        }
      })
      const hits = await Promise.all(page.hits.map((hit) => withSnippet(contents, hit)))
      return { ...page, hits }
    },
  }
}
