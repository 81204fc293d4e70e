import { ROOT_ID } from '@awan/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { chipClass, FilterChip } from '../files/FilterChip.tsx'
import { subfoldersQuery } from '../folder-tree-query.ts'
import type { SearchParams } from '../search/search-params.ts'
import { tagsQuery } from '../tags-query.ts'

const ANY = ''

/** Where to look, and with which tag: what only a search over the whole drive can be asked. */
export function SearchChips({ params }: { params: SearchParams }) {
  const t = useTexts()
  const navigate = useNavigate()
  const folders = useFolderChoices(params.in)
  const tags = useTagChoices(params.tag)
  function change(changed: { [Name in keyof SearchParams]: SearchParams[Name] | undefined }) {
    // What else the address says of the list stays.
    void navigate({
      to: '/search',
      search: (before) => ({ ...before, ...changed }),
      replace: true,
    })
  }
  return (
    <>
      {folders.length === 0 ? null : (
        <FilterChip
          label={t('search.place')}
          value={params.in ?? ANY}
          choices={[{ value: ANY, label: t('search.place.any') }, ...folders]}
          onChoose={(id) => change({ in: id === ANY ? undefined : id })}
        />
      )}
      {tags.length === 0 ? null : (
        <FilterChip
          label={t('search.tag')}
          value={params.tag ?? ANY}
          choices={[{ value: ANY, label: t('search.tag.any') }, ...tags]}
          onChoose={(tag) => change({ tag: tag === ANY ? undefined : tag })}
        />
      )}
      <button
        type="button"
        aria-pressed={params.starred === true}
        onClick={() => change({ starred: params.starred ? undefined : true })}
        className={chipClass(params.starred === true)}
      >
        <Star aria-hidden="true" className="size-3.5" strokeWidth={2} />
        {t('search.starred')}
      </button>
    </>
  )
}

/** The folders at the top, and the one that was chosen, wherever it is. */
function useFolderChoices(chosen: string | undefined) {
  const drive = useDrive()
  const top = useInfiniteQuery(subfoldersQuery(drive, ROOT_ID))
  const { data } = useQuery({
    ...folderQuery(drive, chosen ?? ROOT_ID),
    enabled: chosen !== undefined,
  })
  const folders = top.data?.pages.flatMap(({ files }) => files) ?? []
  const isElsewhere = chosen !== undefined && !folders.some(({ id }) => id === chosen)
  return [...(isElsewhere && data ? [data] : []), ...folders].map(({ id, name }) => ({
    value: id,
    label: name,
  }))
}

function useTagChoices(chosen: string | undefined) {
  const tags = useQuery(tagsQuery(useDrive())).data?.tags.map(({ tag }) => tag) ?? []
  const all = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]
  return all.map((tag) => ({ value: tag, label: tag }))
}
