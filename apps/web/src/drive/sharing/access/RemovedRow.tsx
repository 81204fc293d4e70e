import type { File } from '@awan/protocol/drive'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { GranteePicture } from '../GranteePicture.tsx'
import { toNewGrantee } from '../grantee.ts'
import { useShareProblem } from '../share-problem.ts'
import { useRefreshAccess } from '../share-queries.ts'
import { AccessRow } from './AccessRow.tsx'
import type { OwnGrant } from './GrantRow.tsx'

/** Somebody who has just lost access, and the way back. */
export function RemovedRow({
  file,
  grant,
  name,
  onBack,
}: {
  file: File
  grant: OwnGrant
  name: string
  onBack: () => void
}) {
  const t = useTexts()
  const drive = useDrive()
  const refresh = useRefreshAccess()
  const problemOf = useShareProblem()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    const { grantee, role, note, expires_time } = grant
    try {
      await drive.shares.create(file.id, {
        grantee: toNewGrantee(grantee),
        role,
        ...(note === undefined ? {} : { note }),
        ...(expires_time === undefined ? {} : { expires_time }),
      })
      await refresh()
      onBack()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }

  return (
    <AccessRow
      picture={
        <span className="opacity-50">
          <GranteePicture grantee={grant.grantee} />
        </span>
      }
      name={name}
      reasons={[t('share.access.removed', { name })]}
      problem={problem}
    >
      <Button
        look="plain"
        size="small"
        busy={isBusy}
        // Where the focus was is gone with the row.
        autoFocus
        aria-label={t('share.access.undo', { name })}
        onClick={() => void undo()}
      >
        {t('act.undo')}
      </Button>
    </AccessRow>
  )
}
