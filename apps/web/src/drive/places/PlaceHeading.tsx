import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** The name of a place that is no folder, where a folder has the way to it. */
export function PlaceHeading({ icon: Icon, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 px-4 md:h-16 md:px-5">
      {Icon === undefined ? null : (
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      )}
      <h1
        tabIndex={-1}
        className="min-w-0 truncate text-lg font-semibold tracking-[-0.01em] outline-none"
      >
        {children}
      </h1>
    </div>
  )
}
