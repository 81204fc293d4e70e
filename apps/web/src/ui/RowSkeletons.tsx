import { Skeleton } from './Skeleton.tsx'

/** The place of rows that are on their way. */
export function RowSkeletons({ count }: { count: number }) {
  return [...Array(count).keys()].map((row) => (
    <div key={row} className="flex min-h-15 items-center gap-3.5 py-3">
      <Skeleton className="size-9 shrink-0" />
      <div className="flex-1">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="mt-2 h-3.5 w-56 max-w-full" />
      </div>
    </div>
  ))
}
