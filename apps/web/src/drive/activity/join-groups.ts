import { type Action, actionCount } from './action-words.ts'

/** What one task did is one entry, also where a page ends in the middle of it. */
export function joinGroups(actions: readonly Action[]): Action[] {
  const joined: Action[] = []
  for (const action of actions) {
    const before = joined.at(-1)
    if (before && isOneGroup(before, action)) {
      const count = actionCount(before) + actionCount(action)
      joined[joined.length - 1] = { ...before, data: { ...before.data, count } }
    } else joined.push(action)
  }
  return joined
}

function isOneGroup(newer: Action, older: Action): boolean {
  const { task, to } = newer.data ?? {}
  return (
    task !== undefined &&
    newer.type === older.type &&
    task === older.data?.task &&
    to === older.data?.to
  )
}
