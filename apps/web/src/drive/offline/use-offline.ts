import { useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useReach } from '../DriveProvider.tsx'

/** Why nothing can be changed now; undefined while the server answers. */
export function useOfflineReason(): string | undefined {
  const t = useTexts()
  const reach = useReach()
  const isLost = useSyncExternalStore(reach.subscribe, reach.isLost)
  return isLost ? t('offline.reason') : undefined
}
