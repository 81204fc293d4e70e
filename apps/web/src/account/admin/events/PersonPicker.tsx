import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SearchList } from '../../../ui/SearchList.tsx'
import { useAdmin } from '../use-admin.ts'

const TYPING_MS = 250

/** Finds a person by what is typed. */
export function PersonPicker({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: string | undefined
  onChoose: (sub: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const admin = useAdmin()
  const mySub = useSub()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError } = useQuery({
    queryKey: ['admin', mySub, 'pick', asked],
    queryFn: () => admin.users.search({ limit: 20, ...(asked && { query: asked }) }),
    placeholderData: keepPreviousData,
  })
  const emptyText = isError ? 'error.load' : data ? 'admin.people.none' : 'app.loading'
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('admin.events.person')}
      closeLabel={t('app.close')}
    >
      <SearchList
        searchLabel={t('admin.people.search.hint')}
        listLabel={t('admin.nav.people')}
        emptyText={t(emptyText)}
        items={(data?.users ?? []).map(({ sub, name, email, phone_number }) => ({
          value: sub,
          label: name,
          ...((email ?? phone_number) !== undefined && { detail: email ?? phone_number ?? '' }),
        }))}
        value={chosen ?? ''}
        query={typed}
        onQuery={setTyped}
        onChoose={onChoose}
      />
    </Dialog>
  )
}
