import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A row that opens below itself: what it says in short, and all that is known. */
export function OpenRow({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="-mx-3 flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-sm px-3 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform duration-[120ms] group-open:rotate-90"
          strokeWidth={1.75}
        />
        {summary}
      </summary>
      <div className="flex flex-col gap-3 pb-4 ps-7">{children}</div>
    </details>
  )
}

/** As it was recorded or sent. */
export function Raw({ text }: { text: string }) {
  return (
    <pre className="rounded-md bg-sunken p-3.5 text-xs break-all whitespace-pre-wrap">{text}</pre>
  )
}
