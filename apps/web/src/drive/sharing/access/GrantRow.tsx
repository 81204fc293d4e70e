import type { ShareChange } from '@awan/client/drive'
import type { File, Grant } from '@awan/protocol/drive'
import { CalendarClock, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { InlineSelect } from '../../../ui/InlineSelect.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { EndDateField } from '../EndDateField.tsx'
import { isOver, toDay, toEndOfDay } from '../end-of-day.ts'
import { GranteePicture } from '../GranteePicture.tsx'
import type { Shareable } from '../grantee.ts'
import { roleChoices } from '../role-words.ts'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { AccessRow } from './AccessRow.tsx'

/** A grant on the file or folder itself, for somebody who can be named. */
export type OwnGrant = Grant & { grantee: Shareable }

export function GrantRow({
  file,
  grant,
  name,
  reasons,
  onRemoved,
}: {
  file: File
  grant: OwnGrant
  name: string
  reasons: readonly string[]
  onRemoved: () => void
}) {
  const t = useTexts()
  const drive = useDrive()
  const announce = useAnnounce()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isEndOpen, setEndOpen] = useState(false)
  const [day, setDay] = useState(() => toDay(grant.expires_time))

  async function act(call: () => Promise<unknown>, done: () => void) {
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
      done()
    } catch (error) {
      setProblem(problemOf(error))
    }
    await refresh()
    setBusy(false)
  }

  const change = (set: ShareChange) =>
    act(
      () => drive.shares.change(grant.id, set),
      () => announce(t('share.access.changed', { name })),
    )

  const remove = () =>
    act(
      () => drive.shares.revoke(grant.id),
      () => {
        announce(t('share.access.removed', { name }))
        onRemoved()
      },
    )

  function setEnd(next: string) {
    setDay(next)
    if (isOver(next, new Date())) return setProblem(t('share.end.past'))
    void change({ expires_time: next === '' ? null : toEndOfDay(next) })
  }

  const { effect, expires_time } = grant
  // Whoever gives it again answers for it; what has ended needs another end.
  const hasEnded = expires_time !== undefined && new Date(expires_time) <= new Date()
  const isRepairable = effect !== 'full' && !hasEnded
  return (
    <AccessRow
      picture={<GranteePicture grantee={grant.grantee} />}
      name={name}
      reasons={reasons}
      problem={problem}
      below={
        <>
          {isRepairable ? (
            <Button
              look="plain"
              size="small"
              busy={isBusy}
              className="-ms-3 self-start"
              onClick={() => void change({ role: grant.role })}
            >
              {t('share.access.again')}
            </Button>
          ) : null}
          {isEndOpen ? (
            <div className="max-w-60 pt-2">
              <EndDateField label={t('share.end.of', { name })} day={day} onDay={setEnd} />
            </div>
          ) : null}
        </>
      }
    >
      <div className="flex items-center gap-1 max-sm:-ms-2.5 max-sm:w-full">
        <InlineSelect
          label={t('share.role.of', { name })}
          value={grant.role}
          // One that no longer fits is still shown.
          choices={roleChoices(grant.role === 'drop' ? { kind: 'folder' } : file, t)}
          onChoose={(role) => void change({ role })}
        />
        <IconButton
          icon={CalendarClock}
          label={t('share.end.change', { name })}
          aria-expanded={isEndOpen}
          onClick={() => setEndOpen(!isEndOpen)}
        />
        <IconButton
          icon={X}
          className="max-sm:ms-auto"
          label={t('share.access.remove', { name })}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void remove()
          }}
        />
      </div>
    </AccessRow>
  )
}
