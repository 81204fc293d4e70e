import type { AdminUserSummary } from '@awan/client/admin'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchList } from '../../ui/SearchList.tsx'
import { useFoundPeople } from './use-found-people.ts'
import { useTypedWords } from './use-typed-words.ts'

/** Finds a person by what is typed. */
export function PersonPicker({
  title,
  chosen,
  onChoose,
  onClose,
}: {
  title: string
  chosen?: string | undefined
  onChoose: (person: Pick<AdminUserSummary, 'sub' | 'name'>) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { typed, setTyped, words } = useTypedWords()
  const { people, data, isError } = useFoundPeople(words)
  const emptyText = isError ? 'error.load' : data ? 'admin.people.none' : 'app.loading'
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      closeLabel={t('app.close')}
    >
      <SearchList
        searchLabel={t('admin.people.search.hint')}
        listLabel={t('admin.nav.people')}
        emptyText={t(emptyText)}
        items={people}
        value={chosen ?? ''}
        query={typed}
        onQuery={setTyped}
        onChoose={(sub) => {
          const name = people.find(({ value }) => value === sub)?.label ?? ''
          onChoose({ sub, name })
        }}
      />
    </Dialog>
  )
}
