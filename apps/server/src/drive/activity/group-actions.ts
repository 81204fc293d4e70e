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
/** Fewer are told one by one: each leads to its file. */
const MIN_GROUP = 4
/** Files that arrive one after the other so close together are one upload. */
const SAME_UPLOAD_MS = 60_000

/** Groups neighbours of the history: what one task did, or files that somebody added in one go. */
export function groupActions(rows: readonly ChangeRow[]): ActionGroup[] {
  const groups: { rows: ChangeRow[]; key: string | undefined }[] = []
  for (const row of rows) {
    const data = dataOf(row)
    const key = keyOf(row, data)
    const before = groups.at(-1)
    const last = before?.rows.at(-1)
    const isNext = key !== undefined && key === before?.key && last && isNear(row, last, data)
    if (before && isNext) before.rows.push(row)
    else groups.push({ rows: [row], key })
  }
  return groups.flatMap((group) =>
    group.rows.length < MIN_GROUP ? group.rows.map(alone) : toGroup(group.rows),
  )
}

/** One that was not done with others. */
export function alone(row: ChangeRow): ActionGroup {
  return { first: row, last: row, count: 1, names: [] }
}

function toGroup(rows: readonly ChangeRow[]): ActionGroup {
  const first = rows[0] as ChangeRow
  const names = rows.slice(0, NAMES_SHOWN).flatMap((row) => dataOf(row).name)
  return { first, last: rows.at(-1) ?? first, count: rows.length, names }
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
