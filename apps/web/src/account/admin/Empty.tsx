import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'

/** A list with nothing in it, and how to begin. */
export function Empty({
  icon: Icon,
  title,
  text,
  actions,
}: {
  icon: LucideIcon
  title: string
  text?: string
  actions?: ReactNode
}) {
  return (
    <Notice
      picture={
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon className="size-6" strokeWidth={1.5} />
        </span>
      }
      title={title}
      {...(actions === undefined ? {} : { actions })}
    >
      {text}
    </Notice>
  )
}
