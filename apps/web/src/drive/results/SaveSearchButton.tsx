import { createSavedSearches } from '@awan/client/drive'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { chipClass } from '../files/FilterChip.tsx'
import { toSavedQuery } from '../search/saved-query.ts'
import { SAVED_SEARCHES } from '../search/saved-searches-query.ts'
import { SearchNameDialog } from './SearchNameDialog.tsx'

/** Keeps what the address says under a name. */
export function SaveSearchButton({ address }: { address: Record<string, unknown> }) {
  const t = useTexts()
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const query = toSavedQuery(address)

  async function save(name: string) {
    await createSavedSearches(client).save(name, query)
    await queries.invalidateQueries({ queryKey: SAVED_SEARCHES })
    toast({ title: t('saved.saved', { name }), tone: 'done' })
  }

  return (
    <>
      <button type="button" className={chipClass(false)} onClick={() => setOpen(true)}>
        <Bookmark aria-hidden="true" className="size-3.5" strokeWidth={2} />
        {t('saved.save')}
      </button>
      {isOpen ? (
        <SearchNameDialog
          title={t('saved.save.title')}
          text={t('saved.save.hint')}
          button={t('saved.save')}
          name={query.q?.slice(0, 100) ?? ''}
          onName={save}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
