import { createLinks } from '@awan/client/links'
import type { Link as ShareLink } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toFileLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { EmptyPlace } from '../places/EmptyPlace.tsx'
import { SharedList, type SharedRow } from './SharedList.tsx'
import { downloadWords, endWords } from './share-words.ts'
import { nameLink } from './shared-looks.ts'
import { useEndShare } from './use-end-share.ts'
import { usePages } from './use-pages.ts'

type OwnLink = ShareLink & { node_name: string }

/** The links that the person has created, the newest first. */
export function OwnLinks() {
  const { t, tag } = useLanguage()
  const client = useClient()
  const own = useQuery(aboutQuery(useDrive())).data
  const [links] = useState(() => createLinks(client))
  const { ask, dialog } = useConfirm()
  const end = useEndShare()
  const pages = usePages('links', links.mine, (answer) => answer.links)

  function revoke({ id, drive_id, node_name: name }: OwnLink) {
    const there = createLinks(client, { driveId: drive_id })
    ask({
      words: (t) => ({
        title: t('shared.link.revoke.ask', { name }),
        text: t('shared.link.revoke.hint'),
        confirm: t('shared.link.revoke'),
      }),
      act: () => end(() => there.revoke(id), t('shared.link.revoked')),
    })
  }

  function toRow(link: OwnLink): SharedRow {
    const { node_name: name, label, url } = link
    const now = new Date()
    const role = t(`share.role.${link.role}`)
    const until = endWords(link.expires_at, now, { t, tag })
    const downloads = downloadWords(link, t)
    const driveId = link.drive_id === own?.drive_id ? undefined : link.drive_id
    const notes = [
      link.has_password ? t('shared.link.password') : undefined,
      link.allow_download ? undefined : t('shared.link.noDownload'),
      label,
    ].filter((note) => note !== undefined)
    return {
      id: link.id,
      picture: (
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent-ink"
        >
          <Link2 className="size-4.5" strokeWidth={1.75} />
        </span>
      ),
      name: (
        <Link {...toFileLink(driveId, link.node_id)} className={nameLink}>
          {name}
        </Link>
      ),
      note: notes.length === 0 ? undefined : notes.join(' · '),
      cells: [
        url === undefined ? t('shared.link.noAddress') : <Address key="address" url={url} />,
        role,
        downloads,
        until ?? t('shared.noEnd'),
      ],
      summary: [role, downloads, until],
      action: (
        <span className="flex justify-end">
          {url === undefined ? null : (
            <CopyButton
              text={url}
              label={t('shared.link.copy', { name })}
              copiedLabel={t('shared.link.copied')}
            />
          )}
          <IconButton
            icon={Link2Off}
            label={t('shared.link.revoke.one', { name })}
            onClick={() => revoke(link)}
          />
        </span>
      ),
    }
  }

  return (
    <>
      <SharedList
        label={t('shared.links')}
        heads={[
          { text: t('shared.name'), width: 28 },
          { text: t('shared.address'), width: 22 },
          { text: t('shared.role') },
          { text: t('shared.downloads') },
          { text: t('shared.end.column') },
        ]}
        pages={pages}
        actions={2}
        toRow={toRow}
        empty={
          <EmptyPlace
            icon={Link2}
            title={t('shared.links.empty')}
            hint={t('shared.links.empty.hint')}
          />
        }
      />
      {dialog}
    </>
  )
}

/** Without what every address begins with; all of it can be selected by hand. */
function Address({ url }: { url: string }) {
  return (
    <span className="block truncate">
      <span translate="no" title={url} className="select-all">
        {url.replace(/^https?:\/\//, '')}
      </span>
    </span>
  )
}
