import type { File, FileLock } from '@awan/protocol/drive'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { formatExactly } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { lockWords } from './lock-words.ts'
import { locksQuery } from './locks-query.ts'

/** Who has a file or folder open in a program, so that others cannot change it; nothing where nobody has. */
export function LockNotice({ file }: { file: File }) {
  const { t } = useLanguage()
  const drive = useDrive()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const announce = useAnnounce()
  const [isBusy, setBusy] = useState(false)
  const query = locksQuery(drive, file.id)
  const { data } = useQuery({ ...query, enabled: file.trashed_time === undefined })
  const locks = data?.locks ?? []
  if (locks.length === 0) return null

  async function unlock(): Promise<void> {
    setBusy(true)
    try {
      await drive.locks.end(file.id)
      announce(t('details.unlocked'))
    } catch (error) {
      handleError(error)
    } finally {
      await queries.invalidateQueries({ queryKey: query.queryKey })
      setBusy(false)
    }
  }

  const canEnd = locks.some(({ can_end }) => can_end)
  return (
    <div className="flex gap-2 rounded-md bg-amber-soft px-3 py-2.5 text-sm text-text">
      <LockKeyhole
        aria-hidden="true"
        className="mt-px size-4 shrink-0 text-amber"
        strokeWidth={1.75}
      />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <ul className="flex flex-col gap-1">
          {locks.slice(0, MOST_SHOWN).map((lock) => (
            <LockLine key={keyOf(lock)} lock={lock} fileId={file.id} />
          ))}
        </ul>
        {canEnd ? (
          <>
            <p className="text-muted">{t('details.locked.hint')}</p>
            <Button look="quiet" size="small" busy={isBusy} onClick={() => void unlock()}>
              {t('details.unlock')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

const MOST_SHOWN = 5

function LockLine({ lock, fileId }: { lock: FileLock; fileId: string }) {
  const language = useLanguage()
  return (
    <li title={formatExactly(new Date(lock.expires_time), language.tag)}>
      {lockWords(lock, fileId, language)}
    </li>
  )
}

function keyOf({ file, holder, created_time }: FileLock): string {
  return `${file?.id} ${holder.sub} ${created_time}`
}
