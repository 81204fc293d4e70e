import type { ReactNode } from 'react'
import { formatMoment } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'

/** What one should know of a text before reading on. */
export function TextNotes({
  partial,
  draftAt,
  onDiscardDraft,
  isNewer,
  onShowNewer,
}: {
  partial: string | undefined
  /** When what was brought back was written. */
  draftAt: number | undefined
  onDiscardDraft: () => void
  isNewer: boolean
  onShowNewer: () => void
}) {
  const { t, tag } = useLanguage()
  return (
    <>
      {partial === undefined ? null : <Note>{partial}</Note>}
      {draftAt === undefined ? null : (
        <Note act={{ label: t('preview.draft.discard'), onClick: onDiscardDraft }}>
          {t('preview.draft', { when: formatMoment(new Date(draftAt), tag) })}
        </Note>
      )}
      {isNewer ? (
        <Note act={{ label: t('preview.newer.show'), onClick: onShowNewer }}>
          {t('preview.newer')}
        </Note>
      ) : null}
    </>
  )
}

function Note({
  act,
  children,
}: {
  act?: { label: string; onClick: () => void }
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-amber-soft px-4 py-2 text-sm"
    >
      {children}
      {act ? (
        <Button look="quiet" size="small" onClick={act.onClick}>
          {act.label}
        </Button>
      ) : null}
    </div>
  )
}
