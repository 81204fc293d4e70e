import { RowSkeleton } from './Skeletons.tsx'
import { ROW_PX } from './tile-shape.ts'

/** Rows that are on their way, where no list stands yet. */
export function ListSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="relative" style={{ height: rows * ROW_PX }}>
        {[...Array(rows).keys()].map((row) => (
          <RowSkeleton key={row} row={row} topPx={row * ROW_PX} heightPx={ROW_PX} />
        ))}
      </div>
    </div>
  )
}
