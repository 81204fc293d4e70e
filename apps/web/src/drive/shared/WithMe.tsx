import { ROOT_ID } from '@awan/protocol'
import type { ShareWithMe } from '@awan/protocol/drive'
import { Link } from '@tanstack/react-router'
import {
  EllipsisVertical,
  FolderSymlink,
  HardDrive,
  LogOut,
  PencilLine,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../i18n/without-turns.ts'
import { useConfirm } from '../../session/use-confirm.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useDialogDesk, useDriveActions } from '../actions/use-drive-actions.ts'
import { toFileLink, toFolderLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { DropName } from '../drag/DropName.tsx'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { AliasDialog } from './AliasDialog.tsx'
import { SharedList, type SharedRow } from './SharedList.tsx'
import { effectWords, endWords } from './share-words.ts'
import { nameLink } from './shared-looks.ts'
import { useEndShare } from './use-end-share.ts'
import { usePages } from './use-pages.ts'

/** What others share with the person, the latest first. */
export function WithMe() {
  const { t, tag } = useLanguage()
  const { shares } = useDrive()
  const { ask, dialog } = useConfirm()
  const end = useEndShare()
  const desk = useDialogDesk()
  const [renamed, setRenamed] = useState<ShareWithMe>()
  const actions = useDriveActions()
  const pages = usePages('with-me', shares.withMe, (answer) => answer.shares)

  function save({ file, grant }: ShareWithMe) {
    const source = { driveId: grant.drive_id, chosen: [file] }
    void actions.bring('copy', source, { driveId: undefined, id: ROOT_ID, name: t('nav.files') })
  }

  function leave({ file: { name }, owner, grant }: ShareWithMe) {
    ask({
      words: (t) => ({
        title: t('shared.leave.ask', { name }),
        text: t('shared.leave.hint', { owner: owner.name }),
        confirm: t('shared.leave'),
      }),
      act: () => end(() => shares.leave(grant), t('shared.left', { name })),
    })
  }

  function toRow(share: ShareWithMe): SharedRow {
    const { file, owner, grant, alias } = share
    const name = withoutTurns(alias ?? file.name)
    const now = new Date()
    const role = t(`share.role.${grant.role}`)
    const when = formatWhen(new Date(grant.created_time), now, { t, tag })
    const until = endWords(grant.expires_time, now, { t, tag })
    const isOfGroup = grant.grantee.kind === 'group'
    const notes = [
      alias !== undefined && t('shared.alias.of', { name: file.name }),
      grant.grantee.kind === 'group' && t('shared.viaGroup', { name: grant.grantee.name }),
      effectWords(grant, now, t),
      grant.note,
    ].filter((note) => typeof note === 'string')
    return {
      id: grant.id,
      picture: <FileIcon file={file} size="small" />,
      name:
        file.kind === 'folder' ? (
          <DropName
            driveId={grant.drive_id}
            folder={{ ...file, name }}
            link={toFolderLink(grant.drive_id, file.id)}
            className={nameLink}
          >
            {name}
          </DropName>
        ) : (
          <Link
            {...toFileLink(grant.drive_id, file.id)}
            search={{ preview: file.id } as never}
            className={nameLink}
          >
            {name}
          </Link>
        ),
      note: notes.length === 0 ? undefined : notes.join(' · '),
      cells: [owner.name, role, when, until ?? t('shared.noEnd')],
      summary: [t('shared.by', { name: owner.name }), role, until],
      action: (
        <Menu
          trigger={<IconButton icon={EllipsisVertical} label={t('shared.actions.one', { name })} />}
        >
          {grant.role === 'drop' ? null : (
            <MenuItem icon={HardDrive} onSelect={() => save(share)}>
              {t('shared.save')}
            </MenuItem>
          )}
          <MenuItem
            icon={FolderSymlink}
            onSelect={() => desk.open({ kind: 'shortcut', file, driveId: grant.drive_id })}
          >
            {t('shared.shortcut.add')}
          </MenuItem>
          <MenuItem icon={PencilLine} onSelect={() => setRenamed(share)}>
            {t('shared.alias.one')}
          </MenuItem>
          {isOfGroup ? null : (
            <MenuItem icon={LogOut} onSelect={() => leave(share)}>
              {t('shared.leave')}
            </MenuItem>
          )}
        </Menu>
      ),
    }
  }

  return (
    <>
      <SharedList
        label={t('shared.withMe.title')}
        heads={[
          { text: t('shared.name'), width: 38 },
          { text: t('shared.owner') },
          { text: t('shared.role') },
          { text: t('shared.when') },
          { text: t('shared.end.column') },
        ]}
        pages={pages}
        toRow={toRow}
        empty={
          <EmptyPlace
            icon={UsersRound}
            title={t('shared.withMe.empty')}
            hint={t('shared.withMe.empty.hint')}
          />
        }
      />
      {dialog}
      {renamed && <AliasDialog share={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}
