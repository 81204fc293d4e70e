import type { ArchiveRow } from './archive-tree.ts'

/** Which row a key leads to, or that it opens or closes the one where we are; undefined for other keys. */
export function rowAfterTreeKey(
  key: string,
  rows: readonly ArchiveRow[],
  at: number,
): number | 'toggle' | undefined {
  const row = rows[at]
  if (!row) return undefined
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, rows.length - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'Enter':
    case ' ':
      return row.node.isFolder ? 'toggle' : undefined
    case 'ArrowRight':
      if (!row.node.isFolder) return undefined
      return row.isOpen ? Math.min(at + 1, rows.length - 1) : 'toggle'
    case 'ArrowLeft':
      if (row.isOpen) return 'toggle'
      return findParent(rows, at)
    default:
      return undefined
  }
}

function findParent(rows: readonly ArchiveRow[], at: number): number | undefined {
  const depth = rows[at]?.depth ?? 0
  const above = rows.slice(0, at).findLastIndex((row) => row.depth < depth)
  return above === -1 ? undefined : above
}
