import type { File } from '@awan/protocol/drive'

/** Whether all of some files have a tag, or some of them, or none. */
export type TagMark = 'all' | 'some' | 'none'

export interface MarkedTag {
  tag: string
  mark: TagMark
}

/** What was wanted for some tags; the others stay as they are. */
export type WantedTags = ReadonlyMap<string, 'all' | 'none'>

/** The tags that files have, those first that more of them have. */
export function marksOf(files: readonly File[]): MarkedTag[] {
  const counts = new Map<string, number>()
  for (const { tags } of files) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([tag, count]) => ({ tag, mark: count === files.length ? 'all' : 'some' }))
}

/** One press further: what some have all get, then nobody, then it is as it was. */
export function press(wanted: WantedTags, { tag, mark }: MarkedTag): WantedTags {
  const after = new Map(wanted)
  const now = wanted.get(tag) ?? mark
  if (now === 'all') after.set(tag, 'none')
  else if (now === 'some') after.set(tag, 'all')
  else if (mark === 'some') after.delete(tag)
  else after.set(tag, 'all')
  if (after.get(tag) === mark) after.delete(tag)
  return after
}

export function toChange(wanted: WantedTags): { add: string[]; remove: string[] } {
  const those = (mark: 'all' | 'none') =>
    [...wanted].flatMap(([tag, after]) => (after === mark ? tag : []))
  return { add: those('all'), remove: those('none') }
}
