import { createDriveClient, searchEverywhere } from '@awan/client/drive'
import type { SearchHit } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { toFileLink, toFolderLink } from '../address/folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { Marked } from '../files/Marked.tsx'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { EVERYTHING, type SearchParams, toSearchQuery } from '../search/search-params.ts'
import { SharedList, type SharedRow } from '../shared/SharedList.tsx'
import { nameLink } from '../shared/shared-looks.ts'
import { usePages } from '../shared/use-pages.ts'

interface WideHit extends SearchHit {
  drive_id: string
  alias?: string | undefined
}

/** What a search finds in other drives too. Each hit opens in its own drive, where everything can be done with it. */
export function WideResults({
  params,
  where,
  empty,
}: {
  params: SearchParams
  where: string
  empty: ReactNode
}) {
  const t = useTexts()
  const client = useClient()
  const drive = useDrive()
  const { data: own } = useQuery(aboutQuery(drive))
  const { parent_id: _, order_by: __, ...query } = toSearchQuery(params)

  async function read({ page_token }: { page_token: string | undefined }) {
    if (where === EVERYTHING) return searchEverywhere(client, { ...query, page_token })
    const other = createDriveClient(client, { driveId: where })
    const { hits, next_page_token } = await other.search({ ...query, page_token })
    return { hits: hits.map((hit) => ({ ...hit, drive_id: where })), next_page_token }
  }
  const pages = usePages(`search ${where} ${JSON.stringify(query)}`, read, ({ hits }) => hits)

  function toRow({ file, path, match, highlights, snippet, drive_id, alias }: WideHit): SharedRow {
    const driveId = drive_id === own?.drive_id ? undefined : drive_id
    const folders = path.map(({ name }) => name).filter((name) => name !== '')
    const first = driveId === undefined ? t('search.where.mine') : t('search.where.shared')
    const place = [first, ...folders].join(' / ')
    const link =
      file.kind === 'folder'
        ? toFolderLink(driveId, file.id)
        : { ...toFileLink(driveId, file.id), search: { preview: file.id } as never }
    return {
      id: `${drive_id} ${file.id}`,
      picture: <FileIcon file={file} size="small" />,
      name: (
        <Link {...link} className={nameLink}>
          <Marked text={alias ?? file.name} highlights={highlights} />
        </Link>
      ),
      note: snippet ? (
        <Marked {...snippet} />
      ) : match === 'similar' ? (
        t('search.similar')
      ) : (
        alias && t('shared.alias.of', { name: file.name })
      ),
      cells: [place],
      summary: [place],
      action: null,
    }
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 md:px-5">
      <SharedList
        label={t('search.list')}
        heads={[{ text: t('shared.name'), width: 55 }, { text: t('search.where.column') }]}
        pages={pages}
        toRow={toRow}
        empty={empty}
      />
    </div>
  )
}
