import type { File } from '@awan/protocol/drive'
import { type ReactNode, useEffect } from 'react'
import type { ListWindow } from '../../drive/listing/list-window.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FileTile } from './FileTile.tsx'
import type { Layout } from './layout-of.ts'
import { useLines } from './use-lines.ts'

const LINE_PX = 60
const TILE_PX = { tiles: 180, photos: 150 } as const
const NAME_PX = 48
const GAP_PX = 12

/** A list of any length; only what is near the view is in the page. */
export function FileList({
  list,
  label,
  layout,
  renderLine,
  renderMenu,
}: {
  list: ListWindow
  label: string
  layout: Layout
  renderLine: (file: File) => ReactNode
  /** Beside a tile; a line has its own. */
  renderMenu?: (file: File) => ReactNode
}) {
  const { rowCount, isLoading } = list.state()
  const columnsIn = (widthPx: number) =>
    layout === 'list' ? 1 : Math.max(2, Math.floor((widthPx + GAP_PX) / (TILE_PX[layout] + GAP_PX)))
  const linePx = (widthPx: number) => {
    if (layout === 'list') return LINE_PX
    const columns = columnsIn(widthPx)
    const tile = (widthPx - (columns - 1) * GAP_PX) / columns
    return (layout === 'photos' ? tile : tile * 0.8 + NAME_PX) + GAP_PX
  }
  const { first, last, widthPx, ref } = useLines((width) => ({
    count: Math.ceil(rowCount / columnsIn(width)),
    linePx: linePx(width),
  }))
  const columns = columnsIn(widthPx)
  const heightPx = linePx(widthPx)
  const from = first * columns
  const to = Math.min(rowCount - 1, (last + 1) * columns - 1)
  useEffect(() => {
    if (to >= from) list.look(from, to)
  }, [list, from, to])
  if (isLoading) return <WaitingLines />
  const rows: ReactNode[] = []
  for (let row = from; row <= to; row++) {
    const file = list.rowAt(row)
    const line = Math.floor(row / columns)
    const column = row % columns
    // In parts of the width, so that nothing sticks out while a window becomes narrower.
    const style = {
      transform: `translateY(${line * heightPx}px)`,
      height: layout === 'list' ? LINE_PX : heightPx - GAP_PX,
      width: `calc((100% - ${(columns - 1) * GAP_PX}px) / ${columns})`,
      insetInlineStart: `calc((100% + ${GAP_PX}px) * ${column / columns})`,
    }
    rows.push(
      <li
        key={file?.id ?? row}
        aria-posinset={row + 1}
        aria-setsize={rowCount}
        // A menu that is open covers the rows below.
        className="absolute top-0 has-[[role=menu]]:z-10"
        style={style}
      >
        {file === undefined ? (
          <Skeleton className="m-2 h-8" />
        ) : layout === 'list' ? (
          renderLine(file)
        ) : (
          <>
            <FileTile file={file} isPhoto={layout === 'photos'} />
            <div className="absolute end-1 top-1">{renderMenu?.(file)}</div>
          </>
        )}
      </li>,
    )
  }
  return (
    <div className={layout === 'list' ? '' : 'px-4 pb-4 md:px-6'}>
      <ul
        ref={ref}
        aria-label={label}
        className="relative"
        style={{ height: Math.ceil(rowCount / columns) * heightPx }}
      >
        {rows}
      </ul>
    </div>
  )
}

function WaitingLines() {
  return (
    <div className="flex flex-col gap-5 px-4 py-3 md:px-6">
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-md" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
