import type { ChangeRow } from '../../db/tables.ts'

/** What one person did to many files at once. */
export interface ActionGroup {
  /** The newest of them, which stands for all. */
  first: ChangeRow
  last: ChangeRow
  count: number
  /** Of some of them, the newest first. */
  names: readonly string[]
}

const NAMES_SHOWN = 3
/** Files that arrive one after the other so close together are one upload. */
const SAME_UPLOAD_MS = 60_000

/** Groups neighbours of the history: what one task did, or files that somebody added in one go. */
export function groupActions(rows: readonly ChangeRow[]): ActionGroup[] {
  const groups: { group: ActionGroup; key: string | undefined }[] = []
  for (const row of rows) {
    const { name, ...data } = dataOf(row)
    const key = keyOf(row, data)
    const before = groups.at(-1)
    if (before && key !== undefined && key === before.key && isNear(row, before.group.last, data)) {
      const { group } = before
      const names = group.names.length < NAMES_SHOWN ? [...group.names, ...name] : group.names
      before.group = { ...group, last: row, count: group.count + 1, names }
    } else groups.push({ group: { first: row, last: row, count: 1, names: name }, key })
  }
  return groups.map(({ group }) => group)
}

/** Undefined for what stands alone. */
function keyOf({ actor_sub, action }: ChangeRow, { task, to }: Told): string | undefined {
  return task === undefined && action !== 'create'
    ? undefined
    : JSON.stringify([actor_sub, action, task, to])
}

function isNear(older: ChangeRow, newer: ChangeRow, { task }: Told): boolean {
  return task !== undefined || newer.at - older.at <= SAME_UPLOAD_MS
}

interface Told {
  task?: string | undefined
  /** Where something was moved to. */
  to?: string | undefined
}

function dataOf({ data }: ChangeRow): Told & { name: string[] } {
  const { name, task, to } = data === null ? {} : (JSON.parse(data) as Record<string, unknown>)
  return {
    name: typeof name === 'string' ? [name] : [],
    task: typeof task === 'string' ? task : undefined,
    to: typeof to === 'string' ? to : undefined,
  }
}
