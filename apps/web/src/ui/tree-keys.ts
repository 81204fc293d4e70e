export type TreeMove =
  | { kind: 'go'; to: number }
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'enter' }

export interface TreeRow {
  level: number
  /** Undefined for one that has nothing below it. */
  isOpen: boolean | undefined
}

/** What a key does in a tree whose rows are shown one below the other; undefined when it is not ours. */
export function moveInTree(
  key: string,
  rows: readonly TreeRow[],
  at: number,
): TreeMove | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return { kind: 'go', to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { kind: 'go', to: Math.max(at - 1, 0) }
    case 'Home':
      return { kind: 'go', to: 0 }
    case 'End':
      return { kind: 'go', to: last }
    case 'ArrowRight':
      if (row.isOpen === false) return { kind: 'open' }
      return isBelow(rows[at + 1], row) ? { kind: 'go', to: at + 1 } : undefined
    case 'ArrowLeft': {
      if (row.isOpen === true) return { kind: 'close' }
      const above = rows.slice(0, at).findLastIndex(({ level }) => level < row.level)
      return above === -1 ? undefined : { kind: 'go', to: above }
    }
    case 'Enter':
    case ' ':
      return { kind: 'enter' }
    default:
      return undefined
  }
}

function isBelow(row: TreeRow | undefined, above: TreeRow): boolean {
  return row !== undefined && row.level > above.level
}
