import type { CheckedRename, File, Rename } from '@awan/protocol/drive'
import { nameProblem } from '@awan/protocol/name-problem'

/** A file with the name that it would get. */
export interface NewName {
  file: File
  name: string
}

/** Why a name cannot be given: it cannot be held, two would have it, or the server has said so. */
export type NameTrouble = { kind: 'unfit' } | { kind: 'twice' } | { kind: 'refused'; error: string }

export function isChanged({ file, name }: NewName): boolean {
  return name !== file.name
}

/** Of the file as it was seen: what others change meanwhile is not overwritten. */
export function toRename({ file: { id, etag }, name }: NewName): Rename {
  return { id, name, etag }
}

/** What is wrong with the names themselves, by the ids of the files. */
export function findTroubles(names: readonly NewName[]): Map<string, NameTrouble> {
  const troubles = new Map<string, NameTrouble>()
  const counts = new Map<string, number>()
  for (const each of names) counts.set(toKey(each), (counts.get(toKey(each)) ?? 0) + 1)
  for (const each of names) {
    if (!isChanged(each)) continue
    // Nobody means a name that cannot be seen.
    const isUnfit = each.name.trim() === '' || nameProblem(each.name) !== undefined
    if (isUnfit) troubles.set(each.file.id, { kind: 'unfit' })
    else if (counts.get(toKey(each)) !== 1) troubles.set(each.file.id, { kind: 'twice' })
  }
  return troubles
}

/** What the server says of names that are not wrong in themselves. A name is free where what has it gets another one. */
export function addRefusals(
  troubles: ReadonlyMap<string, NameTrouble>,
  names: readonly NewName[],
  problems: CheckedRename['problems'],
): Map<string, NameTrouble> {
  const leaving = new Set(names.filter(isChanged).map(({ file }) => file.id))
  const all = new Map(troubles)
  for (const { id, error, taken_by } of problems) {
    if (all.has(id) || (taken_by !== undefined && leaving.has(taken_by))) continue
    all.set(id, { kind: 'refused', error })
  }
  return all
}

/** No name has a slash. */
function toKey({ file, name }: NewName): string {
  return `${file.parent_id}/${name}`
}
