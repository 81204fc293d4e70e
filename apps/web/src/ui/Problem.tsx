import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong and what to do; announced as soon as it is there. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div aria-live="polite" className="contents">
      {children === undefined || children === null ? null : (
        <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  )
}
