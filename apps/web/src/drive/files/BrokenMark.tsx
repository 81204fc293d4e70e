import { useQuery } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useDriveId } from '../DriveProvider.tsx'
import { brokenQuery } from './broken-query.ts'

/** Beside the name of a shortcut that leads nowhere. While that is not known, or cannot be asked, there is nothing. */
export function BrokenMark({ id }: { id: string }) {
  const t = useTexts()
  const { data: isBroken } = useQuery(brokenQuery(useClient(), useDriveId(), id))
  if (!isBroken) return null
  return (
    <span
      role="img"
      aria-label={t('browse.broken')}
      title={t('browse.broken')}
      className="shrink-0 text-danger"
    >
      <Unlink className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}
