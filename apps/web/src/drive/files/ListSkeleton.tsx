import { Skeleton } from '../../ui/Skeleton.tsx'
import { columns } from './FileRow.tsx'

const widths = ['w-40', 'w-56', 'w-32', 'w-48', 'w-36']

/** Rows that are on their way, exactly as high as the ones that will come. */
export function ListSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="presentation">
      <span className="sr-only">{label}</span>
      {[...Array(rows).keys()].map((row) => (
        <div
          key={row}
          aria-hidden="true"
          className={`${columns} h-15 border-b border-line md:h-11 md:pointer-coarse:h-15`}
        >
          <div className="flex items-center gap-3">
            <Skeleton className="size-10 md:size-[1.875rem]" />
            <Skeleton className={`h-3.5 max-w-[70%] ${widths[row % widths.length]}`} />
          </div>
          <Skeleton className="h-3 w-16 max-md:hidden" />
          <Skeleton className="h-3 w-12 max-md:hidden" />
        </div>
      ))}
    </div>
  )
}
