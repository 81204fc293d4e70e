import type { Reader } from '../../db/database.ts'
import { isFiltered } from './list-filter.ts'
import { countRange, findKeyAhead, type ListKey } from './listing.store.ts'
import { keyOf, type ListedFolder, type Listing, rangesOf, sectionsOf } from './listing.ts'
import { Marks } from './marks.ts'
import type { Node } from './nodes.store.ts'
import { toPageToken } from './page-token.ts'
import { SECTION_PREFIX } from './sort-key.ts'

export interface Measure {
  count: number | undefined
  /** Undefined where folders and files are mixed. */
  folders: number | undefined
  /** Entries before the one that was asked for. */
  position: number | undefined
  every: number
  pageTokens: string[] | undefined
}

/** Of a listing that can only be walked from its beginning. */
export function unmeasured(pageSize: number): Measure {
  const unknown = { count: undefined, folders: undefined, position: undefined }
  return { ...unknown, pageTokens: undefined, every: pageSize }
}

/**
 * Walks along the index from mark to mark, which costs a few microseconds for each hundred entries
 * and reads none of them. With a filter there is nothing but the entries to tell what counts.
 */
export async function measureFolder(
  reader: Reader,
  folder: ListedFolder,
  listing: Listing,
  { pageSize, entry }: { pageSize: number; entry?: Node | undefined },
): Promise<Measure> {
  if (isFiltered(listing.filter)) return unmeasured(pageSize)
  const sections = sectionsOf(listing)
  if (sections.some((kinds) => kinds.length > 1)) {
    let count = 0
    for (const range of rangesOf(folder, listing, sections.flat())) {
      count += await countRange(reader, range, undefined)
    }
    return { ...unmeasured(pageSize), count }
  }

  const marks = new Marks<Mark>(pageSize)
  const place = entry?.parent_id === folder.id ? keyOf(entry, listing.orderBy) : undefined
  let folders = 0
  let position: number | undefined
  for (const [section, kinds] of sections.entries()) {
    for (const range of rangesOf(folder, listing, kinds)) {
      let after: ListKey | undefined
      for (;;) {
        const ahead = await findKeyAhead(reader, range, { after, steps: marks.missing })
        if (!ahead) break
        after = ahead
        marks.add({ section, after })
      }
      marks.pass(await countRange(reader, range, after))
      if (range.section === 'folder') folders = marks.count
      if (place && entry?.sort_key.startsWith(SECTION_PREFIX[range.section])) {
        position = marks.count - (await countRange(reader, range, place)) - 1
      }
    }
  }
  const question = { folderId: folder.id, ...listing }
  return {
    count: marks.count,
    folders,
    position,
    every: marks.every,
    pageTokens: marks.inside().map((place) => toPageToken(question, place)),
  }
}

interface Mark {
  section: number
  after: ListKey
}
