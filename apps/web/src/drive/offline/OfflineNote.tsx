import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { useReach } from '../DriveProvider.tsx'
import { useDriveLists } from '../listing/DriveListsProvider.tsx'

/** Says that what is shown is from before, for as long as it is. */
export function OfflineNote() {
  const t = useTexts()
  const { tag } = useLanguage()
  const reach = useReach()
  const lists = useDriveLists()
  const queries = useQueryClient()
  const since = useSyncExternalStore(reach.subscribe, reach.keptSince)

  function lookAgain() {
    lists.forget()
    void queries.invalidateQueries({ queryKey: ['drive'] })
  }
  const onBack = useEffectEvent(() => {
    if (reach.keptSince() !== undefined) lookAgain()
  })
  useEffect(() => {
    const listener = () => onBack()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])

  return (
    <div role="status">
      {since === undefined ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-2 text-sm md:px-5">
          <CloudOff
            aria-hidden="true"
            className="size-4.5 shrink-0 text-muted"
            strokeWidth={1.75}
          />
          <p className="min-w-0 flex-1 basis-52">
            {t('offline.note', { when: formatWhen(new Date(since), new Date(), { t, tag }) })}
          </p>
          <Button look="quiet" size="small" onClick={lookAgain}>
            {t('offline.again')}
          </Button>
        </div>
      )}
    </div>
  )
}
