import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { EventRow } from '../events/EventRow.tsx'
import { useAdmin } from '../use-admin.ts'

const RECENT = 10

/** What happened lately; the whole of it is in the audit log. */
export function PersonEvents({ sub }: { sub: string }) {
  const t = useTexts()
  const admin = useAdmin()
  const mySub = useSub()
  const recent = useQuery({
    queryKey: ['admin', mySub, 'recent-events', sub],
    queryFn: () => admin.events({ sub, limit: RECENT }),
  })
  return (
    <Section
      title={t('admin.person.events')}
      action={
        <Link
          to="/admin/events"
          search={{ sub }}
          className={buttonClass({ look: 'quiet', size: 'small' })}
        >
          {t('admin.person.events.all')}
        </Link>
      }
    >
      <Loaded query={recent} isInSection>
        {({ events }) => events.map((event) => <EventRow key={event.id} event={event} />)}
      </Loaded>
    </Section>
  )
}
