import { ServiceError } from '@awan/protocol/errors'

/** Tags in the form in which they are kept: NFC, without white space around them, each once. */
export function toTags(given: readonly string[]): string[] {
  return [...new Set(given.map(toTag))].sort(byBytes)
}

/** As the row of a node holds them: in their order. */
export function toTagList(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : tags.toSorted(byBytes).join(TAG_MARK)
}

export function tagsIn(list: string | null): string[] {
  return list === null ? [] : list.split(TAG_MARK)
}

/** What a change of tags did, as the history tells it. */
export interface TagsDone {
  tagged: readonly string[]
  untagged: readonly string[]
}

export function compareTags(before: readonly string[], after: readonly string[]): TagsDone {
  return {
    tagged: after.filter((tag) => !before.includes(tag)),
    untagged: before.filter((tag) => !after.includes(tag)),
  }
}

/** Stands between tags, and in none. */
export const TAG_MARK = '\u0001'

function toTag(given: string): string {
  const tag = given.normalize('NFC').trim()
  if (tag === '' || !tag.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(tag)) {
    throw new ServiceError('invalid_argument', {
      description: 'a tag must not be empty and must not contain control characters',
    })
  }
  return tag
}

/** As the database sorts. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
