import { ArrowLeft, Info, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../../i18n/without-turns.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import type { Neighbours } from '../neighbours.ts'
import type { PreviewedFile } from '../preview-queries.ts'

/** What is shown, which one of how many, and what can be done with it. */
export function PreviewBar({
  file,
  neighbours: { position, count },
  isHidden,
  toolsRef,
  moves,
  hasDetails,
  onDetails,
  commands,
  onClose,
}: {
  file: PreviewedFile | undefined
  neighbours: Neighbours
  isHidden: boolean
  toolsRef: Ref<HTMLDivElement>
  /** The ways to its neighbours. */
  moves: ReactNode
  hasDetails: boolean
  onDetails: (() => void) | undefined
  /** What can be done with it. */
  commands: ReactNode
  onClose: () => void
}) {
  const { t } = useLanguage()
  return (
    <div
      className={classNames(
        'relative z-10 flex min-h-14 shrink-0 flex-wrap items-center gap-x-1 border-b border-line bg-surface ps-1 pe-2 pt-[env(safe-area-inset-top)] md:ps-4',
        isHidden && 'hidden',
      )}
    >
      <IconButton
        icon={ArrowLeft}
        label={t('preview.close')}
        onClick={onClose}
        className="md:hidden"
      />
      <div className="flex h-14 min-w-0 flex-1 items-center gap-3">
        {file ? (
          <>
            <span className="max-md:hidden">
              <FileIcon file={file} />
            </span>
            <div className="min-w-0">
              <h2 translate="no" title={file.name} className="truncate font-semibold">
                {withoutTurns(file.name)}
              </h2>
              {position === undefined || count === undefined ? null : (
                <p className="text-xs text-muted tabular-nums">
                  {t('preview.position', { position, count })}
                </p>
              )}
            </div>
          </>
        ) : (
          <Skeleton className="h-5 w-40" />
        )}
      </div>
      <div
        ref={toolsRef}
        role="toolbar"
        aria-label={t('preview.tools')}
        className="flex items-center gap-1 empty:hidden max-sm:order-last max-sm:w-full max-sm:flex-wrap max-sm:justify-end max-sm:pb-1"
      />
      {moves}
      {commands}
      {onDetails ? (
        <IconButton
          icon={Info}
          label={t('preview.details')}
          aria-pressed={hasDetails}
          onClick={onDetails}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        />
      ) : null}
      <IconButton icon={X} label={t('preview.close')} onClick={onClose} className="max-md:hidden" />
    </div>
  )
}
