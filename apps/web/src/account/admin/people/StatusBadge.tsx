import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import type { UserStatus } from './people-search.ts'

const tones: Record<UserStatus, BadgeTone> = {
  ACTIVE: 'good',
  PENDING: 'waiting',
  UNDER_REVIEW: 'waiting',
  FROZEN: 'bad',
  BLOCKED: 'bad',
  DELETING: 'bad',
}

/** In lists only what is out of the ordinary is said. */
export function StatusBadge({
  status,
  isAdministrator,
  isQuiet = false,
}: {
  status: UserStatus
  isAdministrator: boolean
  isQuiet?: boolean
}) {
  const t = useTexts()
  return (
    <>
      {isQuiet && status === 'ACTIVE' ? null : (
        <Badge tone={tones[status]}>{t(`admin.status.${status}`)}</Badge>
      )}
      {isAdministrator ? <Badge>{t('admin.person.administrator')}</Badge> : null}
    </>
  )
}
