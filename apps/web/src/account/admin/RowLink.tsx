import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A row that opens what it names. */
export function RowLink({
  to,
  picture,
  title,
  detail,
  badges,
}: {
  to: string
  picture?: ReactNode
  title: string
  detail?: ReactNode
  badges?: ReactNode
}) {
  return (
    <Link
      to={to}
      className="-mx-3 flex min-h-15 items-center gap-3.5 rounded-sm px-3 py-2.5 hover:bg-hover"
    >
      {picture}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{title}</span>
          {badges}
        </span>
        {detail === undefined ? null : (
          <span className="mt-0.5 block truncate text-sm text-muted">{detail}</span>
        )}
      </span>
      <ChevronRight
        aria-hidden="true"
        className="size-4.5 shrink-0 text-faint"
        strokeWidth={1.75}
      />
    </Link>
  )
}
