import { type Action, actionCount, groupNames } from './action-words.ts'

/** What one task did to many is one entry, also where a page ends in the middle of it. */
export function joinGroups(actions: readonly Action[]): Action[] {
  const joined: Action[] = []
  for (const action of actions) {
    const before = joined.at(-1)
    if (before && isOneGroup(before, action)) {
      const count = actionCount(before) + actionCount(action)
      const names = [...groupNames(before), ...groupNames(action)].slice(0, 3)
      joined[joined.length - 1] = { ...before, data: { ...before.data, count, names } }
    } else joined.push(action)
  }
  return joined
}

function isOneGroup(newer: Action, older: Action): boolean {
  const { task, to } = newer.data ?? {}
  return (
    (actionCount(newer) > 1 || actionCount(older) > 1) &&
    task !== undefined &&
    newer.type === older.type &&
    task === older.data?.task &&
    to === older.data?.to
  )
}
