import { useEffect, useState, useSyncExternalStore } from 'react'
import { ChooseAgain } from '../../drive/uploads/ChooseAgain.tsx'
import type { DriveUploads } from '../../drive/uploads/drive-uploads.ts'
import { FailedUploads } from '../../drive/uploads/FailedUploads.tsx'
import type { KeptAddition } from '../../drive/uploads/kept-additions.ts'
import { TrayHead } from '../../drive/uploads/TrayHead.tsx'
import { UploadRows } from '../../drive/uploads/UploadRows.tsx'
import { UploadsContext } from '../../drive/uploads/UploadsProvider.tsx'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'

/** What is on its way, all of it in one line and each file below, and what a reload has interrupted. */
export function UploadsPanel({ uploads }: { uploads: DriveUploads }) {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words are loaded once
  useEffect(() => {
    need('drive-uploads').then(() => setReady(true), handleError)
  }, [])
  useWarningBeforeLeaving(uploads)
  return isReady ? (
    <UploadsContext value={uploads}>
      <Panel uploads={uploads} />
    </UploadsContext>
  ) : null
}

function Panel({ uploads }: { uploads: DriveUploads }) {
  const t = useTexts()
  const { summary, left } = useSyncExternalStore(uploads.subscribe, uploads.state)
  const [isOpen, setOpen] = useState(true)
  const hasUploads = summary !== undefined && (summary.files.total > 0 || summary.isCounting)
  if (!hasUploads && left.length === 0) return null
  return (
    <section aria-label={t('upload.tray')} className="border-line border-b md:px-2">
      {hasUploads ? (
        <>
          <TrayHead summary={summary} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {summary.files.failed > 0 ? <FailedUploads summary={summary} /> : null}
          {isOpen ? <UploadRows summary={summary} /> : null}
        </>
      ) : null}
      {left.length > 0 ? (
        <div className="bg-accent-soft/50 px-4 py-3 md:px-6">
          <h2 className="font-semibold">{t('upload.interrupted')}</h2>
          <ul className="flex flex-col gap-4 pt-1">
            {left.map((addition) => (
              <Interrupted key={addition.id} addition={addition} uploads={uploads} />
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function Interrupted({ addition, uploads }: { addition: KeptAddition; uploads: DriveUploads }) {
  const t = useTexts()
  const handleError = useErrorHandler()
  const [areOthers, setOthers] = useState(false)
  const { id, hasHandles, done, total, hasFiles, hasFolders } = addition
  const goOnWith = (files: readonly File[]) =>
    void uploads.goOnWith(id, files).then((found) => setOthers(found === 0), handleError)
  return (
    <li className="flex flex-col gap-2 text-sm">
      <p className="text-muted tabular-nums">
        {t('upload.arrived', { done, total })}{' '}
        {hasHandles ? t('upload.goOn.hint') : t('upload.choose.hint')}
      </p>
      {areOthers ? <p className="text-danger">{t('upload.choose.others')}</p> : null}
      <div className="flex flex-wrap gap-1.5">
        {hasHandles ? (
          <Button size="small" onClick={() => void uploads.goOn(id).catch(handleError)}>
            {t('upload.goOn')}
          </Button>
        ) : null}
        {!hasHandles && hasFolders ? (
          <ChooseAgain isFolder label={t('upload.choose.folder')} onChosen={goOnWith} />
        ) : null}
        {!hasHandles && (hasFiles || !hasFolders) ? (
          <ChooseAgain label={t('upload.choose.files')} onChosen={goOnWith} />
        ) : null}
        <Button
          look="quiet"
          size="small"
          onClick={() => void uploads.forget(id).catch(handleError)}
        >
          {t('upload.discard')}
        </Button>
      </div>
    </li>
  )
}

/** Closing the tab is warned of only where the way back to the files would be lost. */
function useWarningBeforeLeaving(uploads: DriveUploads): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (uploads.wouldLose()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [uploads])
}
