import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { type Act, ActDialog } from '../ActDialog.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { useAdmin } from '../use-admin.ts'
import { PersonActs } from './PersonActs.tsx'
import { PersonAppPasswords } from './PersonAppPasswords.tsx'
import { PersonEvents } from './PersonEvents.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** One person: what is known, and what an administrator can do. */
export function PersonScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const mySub = useSub()
  const { sub } = useParams({ from: '/queries/shell/admin/people/$sub' })
  const [act, setAct] = useState<Act>()
  const person = useQuery({
    queryKey: ['admin', mySub, 'person', sub],
    queryFn: () => admin.users.get(sub),
    // The person sees each look in their history: no look without somebody looking.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const back = { to: '/admin/people', label: t('admin.nav.people') }
  if (isServiceError(person.error, 'not_found')) {
    return (
      <AdminPage title={t('admin.person.missing')} back={back}>
        <Empty icon={UserRoundX} title={t('admin.person.missing.text')} />
      </AdminPage>
    )
  }
  const { data } = person
  return (
    <AdminPage
      key={data?.sub}
      title={data?.name ?? t('admin.nav.people')}
      back={back}
      badges={
        data ? (
          <StatusBadge status={data.status} isAdministrator={data.is_administrator} />
        ) : undefined
      }
    >
      <Loaded query={person} rows={6}>
        {(details) => (
          <>
            <PersonFacts person={details} />
            <PersonActs person={details} isSelf={details.sub === mySub} onAct={setAct} />
            <PersonSessions person={details} onAct={setAct} />
            <PersonAppPasswords person={details} onAct={setAct} />
            <PersonEvents sub={details.sub} />
          </>
        )}
      </Loaded>
      {act ? <ActDialog act={act} onClose={() => setAct(undefined)} /> : null}
    </AdminPage>
  )
}
