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
    <div className="flex min-h-15 items-center gap-x-4 gap-y-2 py-2.5 max-[26rem]:flex-wrap">
      {icon === undefined ? null : <div className="shrink-0">{icon}</div>}
      <div className="min-w-0 flex-1 md:flex md:gap-4">
        <div className={classNames('md:w-44 md:shrink-0', value !== undefined && 'text-muted')}>
          {label}
        </div>
        <div className="min-w-0 flex-1">
          {value === undefined ? null : <div className="font-medium break-words">{value}</div>}
          {hint === undefined ? null : <div className="text-sm text-muted">{hint}</div>}
        </div>
      </div>
      {action === undefined ? null : (
        <div className="flex shrink-0 flex-wrap gap-2 max-[26rem]:w-full">{action}</div>
      )}
    </div>
  )
}
