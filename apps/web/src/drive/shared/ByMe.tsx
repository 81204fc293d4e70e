import { createDriveClient } from '@awan/client/drive'
import type { Share } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Share2, UserRoundX } from 'lucide-react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { useClient } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toFileLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { OpenOffers } from '../sharing/offers/OpenOffers.tsx'
import { SharedList, type SharedRow } from './SharedList.tsx'
import { effectWords, endWords, granteeName } from './share-words.ts'
import { nameLink } from './shared-looks.ts'
import { useEndShare } from './use-end-share.ts'
import { usePages } from './use-pages.ts'

/** What the person shares in any drive, and all that is shared of their own. */
export function ByMe() {
  const { t, tag } = useLanguage()
  const client = useClient()
  const drive = useDrive()
  const own = useQuery(aboutQuery(drive)).data
  const { ask, dialog } = useConfirm()
  const end = useEndShare()
  const pages = usePages('by-me', drive.shares.byMe, (answer) => answer.shares)

  function endAccess({ file: { name }, grant }: Share) {
    const there = createDriveClient(client, { driveId: grant.drive_id })
    ask({
      words: (t) => ({
        title: t('shared.end.ask', { name }),
        text: t('shared.end.hint', { who: granteeName(grant.grantee, t) }),
        confirm: t('shared.end'),
      }),
      act: () => end(() => there.shares.revoke(grant.id), t('shared.endDone')),
    })
  }

  function toRow(share: Share): SharedRow {
    const { file, grant } = share
    const now = new Date()
    const who = granteeName(grant.grantee, t)
    const role = t(`share.role.${grant.role}`)
    const until = endWords(grant.expires_time, now, { t, tag })
    const driveId = grant.drive_id === own?.drive_id ? undefined : grant.drive_id
    return {
      id: grant.id,
      picture: <FileIcon file={file} size="small" />,
      name: (
        <Link {...toFileLink(driveId, file.id)} className={nameLink}>
          {withoutTurns(file.name)}
        </Link>
      ),
      note: effectWords(grant, now, t),
      cells: [who, role, until ?? t('shared.noEnd')],
      summary: [who, role, until],
      action: (
        <IconButton
          icon={UserRoundX}
          label={t('shared.end.one', { name: file.name, who })}
          onClick={() => endAccess(share)}
        />
      ),
    }
  }

  return (
    <>
      <div className="max-w-2xl px-4 md:px-5">
        <OpenOffers />
      </div>
      <SharedList
        label={t('shared.byMe')}
        heads={[
          { text: t('shared.name'), width: 38 },
          { text: t('shared.who'), width: 24 },
          { text: t('shared.role') },
          { text: t('shared.end.column') },
        ]}
        pages={pages}
        toRow={toRow}
        empty={
          <EmptyPlace
            icon={Share2}
            title={t('shared.byMe.empty')}
            hint={t('shared.byMe.empty.hint')}
          />
        }
      />
      {dialog}
    </>
  )
}
