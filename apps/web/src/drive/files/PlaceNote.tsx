import type { ReactNode } from 'react'

/** What is to be known of all that a place shows, above it, and what can be done about it. */
export function PlaceNote({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div
      role="status"
      className="mx-3 mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-sunken px-3.5 py-1.5 text-sm text-muted"
    >
      <p className="min-w-48 flex-1 py-1">{text}</p>
      {action}
    </div>
  )
}
