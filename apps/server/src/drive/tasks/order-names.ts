import { toStoredName } from '@awan/protocol/name-problem'
import type { NewName } from './task-inputs.ts'

/** Where a node is, and what it is called there. */
export interface NamedNode {
  id: string
  parent_id: string | null
  name: string
}

/**
 * An order in which each name is free when its turn comes: what has a name gets its own new one before. Where names are
 * exchanged in a circle, one of them makes way first. What else has a name stays where it is.
 */
export function orderNames(names: readonly NewName[], nodes: readonly NamedNode[]): NewName[] {
  const places = new Map(nodes.map((node) => [node.id, node]))
  // No name has a slash.
  const toKey = (folderId: string | null, name: string) => `${folderId}/${name}`
  const holders = new Map<string, NewName>()
  for (const name of names) {
    const place = places.get(name.id)
    if (place && toStoredName(name.name) !== place.name) {
      holders.set(toKey(place.parent_id, place.name), name)
    }
  }
  const holderOf = ({ id, name }: NewName) => {
    const place = places.get(id)
    return place && holders.get(toKey(place.parent_id, toStoredName(name)))
  }

  const ordered: NewName[] = []
  const seen = new Set<string>()
  for (const first of names) {
    const line: NewName[] = []
    let next: NewName | undefined = first
    while (next && !seen.has(next.id)) {
      seen.add(next.id)
      line.push(next)
      next = holderOf(next)
    }
    const head = next && line.includes(next) ? next : undefined
    if (head) ordered.push({ ...head, turn: 'makes way' })
    ordered.push(...line.reverse().map((name) => (name === head ? toFollower(name) : name)))
  }
  return ordered
}

function toFollower({ id, name }: NewName): NewName {
  return { id, name, turn: 'follows' }
}
