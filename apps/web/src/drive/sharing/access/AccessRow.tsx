import type { ReactNode } from 'react'
import { Problem } from '../../../ui/Problem.tsx'

/** Somebody who has access, why, and what can be done about it; below it what went wrong, or more to fill in. */
export function AccessRow({
  picture,
  name,
  reasons = [],
  problem,
  below,
  children,
}: {
  picture: ReactNode
  name: string
  reasons?: readonly string[]
  problem?: string | undefined
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="py-2.5">
      <div className="flex items-start gap-3">
        {picture}
        {/* What does not fit beside the name goes below it. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="flex min-h-9 min-w-0 flex-[1_1_9rem] flex-col justify-center">
            <p translate="no" className="font-medium [overflow-wrap:anywhere]">
              {name}
            </p>
            {reasons.length === 0 ? null : (
              <p className="text-sm text-muted [overflow-wrap:anywhere]">{reasons.join(' · ')}</p>
            )}
          </div>
          {children}
        </div>
      </div>
      <div className="flex flex-col ps-12">
        <Problem>{problem}</Problem>
        {below}
      </div>
    </li>
  )
}
