import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import { classNames } from './class-names.ts'

const tones = {
  grey: 'bg-grey-soft text-grey',
  accent: 'bg-accent-soft text-accent-ink',
  danger: 'bg-danger-soft text-danger',
} as const

/** One thing of a list: what it is, what is known of it, and what can be done about it. */
export function ListRow({
  icon: Icon,
  tone = 'grey',
  picture,
  title,
  badge,
  children,
  action,
}: {
  icon?: LucideIcon
  tone?: keyof typeof tones
  /** In the place of the icon. */
  picture?: ReactNode
  title: ReactNode
  badge?: string | undefined
  children?: ReactNode
  /** One or two small buttons. */
  action?: ReactNode
}) {
  return (
    <div className="flex min-h-15 items-center gap-3.5 py-3">
      {Icon === undefined ? (
        picture
      ) : (
        <span
          className={classNames(
            'grid size-9 shrink-0 place-items-center self-start rounded-sm',
            tones[tone],
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        </span>
      )}
      {/* What does not fit beside the text goes below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-2.5">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
            <span className="min-w-0 break-words">{title}</span>
            {badge === undefined ? null : <Badge tone="good">{badge}</Badge>}
          </p>
          {children === undefined ? null : (
            <div className="mt-0.5 text-sm break-words text-muted">{children}</div>
          )}
        </div>
        {action === undefined || action === null ? null : (
          <div className="flex flex-wrap items-center gap-1.5">{action}</div>
        )}
      </div>
    </div>
  )
}
