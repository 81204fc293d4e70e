import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** A heading, what can be done beside it, and a way out. */
export function DetailsFrame({
  title,
  isName = false,
  actions,
  onClose,
  children,
}: {
  title: string
  /** Whether it is what somebody has called it. */
  isName?: boolean
  actions?: ReactNode
  onClose: () => void
  children?: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-4 px-4 pb-6">
      <div className="-me-2 flex min-h-12 items-start gap-1 pt-2">
        <h2
          translate={isName ? 'no' : 'yes'}
          className="min-w-0 flex-1 pt-1.5 font-semibold [overflow-wrap:anywhere]"
        >
          {isName ? withoutTurns(title) : title}
        </h2>
        {actions}
        <IconButton icon={X} label={t('details.close')} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
