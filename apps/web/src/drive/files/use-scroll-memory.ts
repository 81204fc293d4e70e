import { useLayoutEffect } from 'react'
import type { ListWindow } from '../listing/list-window.ts'
import type { BrowseMemory } from './browse-memory.ts'
import type { LineScroll } from './use-line-scroll.ts'

/**
 * Keeps what is at the top of the view there: on the way back, in another layout, and when rows come or
 * go above it. Whoever is at the very top stays there and sees what is new.
 */
export function useScrollMemory({
  list,
  memory,
  lines,
  columns,
  linePx,
  isReady,
}: {
  list: ListWindow
  memory: BrowseMemory
  lines: LineScroll
  columns: number
  linePx: number
  isReady: boolean
}): () => void {
  const { epoch } = list.state()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when lines lie otherwise
  useLayoutEffect(() => {
    if (!isReady) return
    const { row, hiddenPx, id } = memory.top
    if (row === 0 && hiddenPx === 0) return
    const found = id === undefined ? -1 : list.indexOf(id)
    const line = Math.floor((found === -1 ? row : found) / columns)
    lines.scrollTo(line * linePx + Math.min(hiddenPx, linePx))
  }, [list, memory, epoch, columns, linePx, isReady])

  return function note() {
    const offset = lines.offset()
    const row = Math.floor(offset / linePx) * columns
    memory.top = { row, hiddenPx: offset % linePx, id: list.rowAt(row)?.id }
  }
}
