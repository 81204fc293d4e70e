import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { useDrive, useReach } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'

/** Says that what is shown is from before, for as long as it is. */
export function OfflineNote() {
  const t = useTexts()
  const { tag } = useLanguage()
  const handleError = useErrorHandler()
  const reach = useReach()
  const lists = useDriveLists()
  const queries = useQueryClient()
  const drive = useDrive()
  const isLost = useSyncExternalStore(reach.subscribe, reach.isLost)
  const since = useSyncExternalStore(reach.subscribe, reach.keptSince)

  function lookAgain() {
    lists.forget()
    void queries.invalidateQueries({ queryKey: ['drive'] })
  }
  const onBack = useEffectEvent(() => {
    if (reach.isLost()) lookAgain()
  })
  // A browser without a network may still reach a server beside it: only asking tells.
  const onGone = useEffectEvent(() => {
    drive.about().catch((error: unknown) => {
      // That nobody answers is what this note says.
      if (!isServiceError(error, 'unreachable')) handleError(error)
    })
  })
  // What failed in the meantime is asked for again, by whichever call it was that got through.
  const onFound = useEffectEvent(() => lists.forget())
  useEffect(() => (isLost ? () => onFound() : undefined), [isLost])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('online', () => onBack(), { signal })
    window.addEventListener('offline', () => onGone(), { signal })
    return () => stop.abort()
  }, [])

  return (
    <div role="status">
      {isLost ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-2 text-sm md:px-5">
          <CloudOff
            aria-hidden="true"
            className="size-4.5 shrink-0 text-muted"
            strokeWidth={1.75}
          />
          <p className="min-w-0 flex-1 basis-52">
            {since === undefined
              ? t('offline.now')
              : t('offline.note', {
                  when: formatWhen(new Date(since), new Date(), { t, tag }),
                })}{' '}
            <span className="text-muted">{t('offline.reason')}</span>
          </p>
          <Button look="quiet" size="small" onClick={lookAgain}>
            {t('offline.again')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
