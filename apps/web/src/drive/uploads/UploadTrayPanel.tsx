import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ArrivedAt } from './ArrivedAt.tsx'
import { countOpen } from './drive-uploads.ts'
import { FailedUploads } from './FailedUploads.tsx'
import { LeftUploads } from './LeftUploads.tsx'
import { TakenName } from './TakenName.tsx'
import { TrayHead } from './TrayHead.tsx'
import { UploadRows } from './UploadRows.tsx'
import { useUploads, useUploadsState } from './UploadsProvider.tsx'
import { useUploadAnnouncements } from './use-upload-announcements.ts'

/** What is on its way: all of it in one line, each file below. On a phone a bar that opens as a sheet. */
export function UploadTrayPanel() {
  const t = useTexts()
  const { summary, left, asked, folderIds } = useUploadsState()
  useUploadAnnouncements(useUploads())
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const [isWanted, setWanted] = useState<boolean>()
  const isOpen = isWanted ?? !isPhone
  const hasUploads = summary !== undefined && (summary.files.total > 0 || summary.isCounting)
  const isSheet = isPhone && isOpen && hasUploads
  useEscape(isSheet, () => setWanted(false))
  return (
    <>
      {isSheet ? (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-30 bg-scrim animate-appear"
          onClick={() => setWanted(false)}
        />
      ) : null}
      <section
        aria-label={t('upload.tray')}
        className={classNames(
          'flex min-h-0 flex-col overflow-hidden border-line bg-raised max-md:border-t md:rounded-lg md:border md:shadow-float md:animate-rise',
          isSheet &&
            'fixed inset-x-0 bottom-0 z-40 max-h-[85dvh] rounded-t-lg pb-[env(safe-area-inset-bottom)] shadow-float animate-slide-up',
        )}
      >
        {hasUploads ? (
          <TrayHead summary={summary} isOpen={isOpen} onToggle={() => setWanted(!isOpen)} />
        ) : null}
        {asked && summary ? (
          <TakenName key={asked.id} asked={asked} count={summary.files.asking} />
        ) : null}
        {left.length > 0 ? <LeftUploads left={left} isAlone={!hasUploads} /> : null}
        {hasUploads && summary.files.failed > 0 ? <FailedUploads summary={summary} /> : null}
        {hasUploads && isOpen ? <UploadRows summary={summary} /> : null}
        {hasUploads && countOpen(summary) === 0 && summary.files.done > 0 ? (
          <ArrivedAt folderIds={folderIds} />
        ) : null}
      </section>
    </>
  )
}

function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape') act()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [isOn, act])
}
