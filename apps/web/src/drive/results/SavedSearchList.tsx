import { createSavedSearches } from '@awan/client/drive'
import type { SavedSearch } from '@awan/protocol/drive'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { toSearchAddress } from '../search/saved-query.ts'
import { SAVED_SEARCHES, savedSearchesQuery } from '../search/saved-searches-query.ts'
import { SearchNameDialog } from './SearchNameDialog.tsx'

/** All saved searches, to be opened, renamed and deleted. */
export function SavedSearchList() {
  const t = useTexts()
  const { data, isError } = useQuery(savedSearchesQuery(useClient()))
  const searches = data?.searches ?? []
  if (isError) return <p className="px-4 py-3 text-muted md:px-5">{t('saved.failed')}</p>
  if (searches.length === 0) return null
  return (
    <section className="mx-auto w-full max-w-xl px-4 pt-4 md:px-5">
      <h2 className="pb-2 text-sm font-medium text-muted">{t('saved.title')}</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {searches.map((search) => (
          <SavedRow key={search.id} search={search} />
        ))}
      </ul>
    </section>
  )
}

function SavedRow({ search: { id, name, query } }: { search: SavedSearch }) {
  const t = useTexts()
  const saved = createSavedSearches(useClient())
  const queries = useQueryClient()
  const toast = useToast()
  const messageOf = useErrorMessage()
  const [isRenaming, setRenaming] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: SAVED_SEARCHES })

  async function remove() {
    try {
      await saved.delete(id)
      toast({
        title: t('saved.deleted', { name }),
        tone: 'done',
        action: { label: t('act.undo'), run: () => void restore() },
      })
    } catch (error) {
      toast({ title: messageOf(error) })
    }
    await reload()
  }

  async function restore() {
    try {
      await saved.save(name, query)
    } catch (error) {
      toast({ title: messageOf(error) })
    }
    await reload()
  }

  return (
    <li className="flex items-center gap-2 pe-1.5">
      <Link
        to="/search"
        search={toSearchAddress(query)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2 hover:bg-hover"
      >
        <Bookmark aria-hidden="true" className="size-4.5 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0 truncate font-medium">{name}</span>
        {query.q === undefined || query.q === name ? null : (
          <span className="min-w-0 shrink truncate text-muted">{query.q}</span>
        )}
      </Link>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('saved.actions', { name })} />}>
        <MenuItem icon={Pencil} onSelect={() => setRenaming(true)}>
          {t('saved.rename')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} isDanger onSelect={() => void remove()}>
          {t('saved.delete')}
        </MenuItem>
      </Menu>
      {isRenaming ? (
        <SearchNameDialog
          title={t('saved.rename.title', { name })}
          button={t('saved.rename')}
          name={name}
          onName={async (wanted) => {
            await saved.change(id, { name: wanted })
            await reload()
          }}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </li>
  )
}
