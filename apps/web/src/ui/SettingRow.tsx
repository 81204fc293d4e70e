import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** One setting: what it is, how it is set, and what can be done about it. */
export function SettingRow({
  label,
  value,
  hint,
  icon,
  action,
}: {
  label: ReactNode
  value?: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** Usually a small quiet button. */
  action?: ReactNode
}) {
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      {icon === undefined ? null : <div className="shrink-0">{icon}</div>}
      <div
        className={classNames('min-w-0 flex-[1_1_9rem]', value !== undefined && 'md:flex md:gap-4')}
      >
        <div className={value === undefined ? undefined : 'text-muted md:w-44 md:shrink-0'}>
          {label}
        </div>
        <div className="min-w-0 flex-1">
          {value === undefined ? null : <div className="font-medium break-words">{value}</div>}
          {hint === undefined ? null : <div className="text-sm text-muted">{hint}</div>}
        </div>
      </div>
      {action === undefined ? null : (
        <div className="flex max-w-full flex-wrap gap-x-1 gap-y-1">{action}</div>
      )}
    </div>
  )
}
