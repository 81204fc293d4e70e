import { Skeleton } from './Skeleton.tsx'

/** The place of rows that are on their way. */
export function SettingSkeleton({ rows }: { rows: number }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className="flex min-h-15 items-center gap-4">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-44" />
        </div>
      ))}
    </div>
  )
}
