import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { byDay } from '../../i18n/by-day.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { CentrePage } from '../centre/CentrePage.tsx'
import { useCentre } from '../centre/use-centre.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { MoreButton } from '../rooms/MoreButton.tsx'
import { EventRow } from './EventRow.tsx'
import { SecureDialog } from './SecureDialog.tsx'

const PAGE_SIZE = 30

/** The security history, day by day. */
export function ActivityScreen() {
  const { t, tag } = useLanguage()
  const centre = useCentre()
  const sub = useSub()
  const [isSecuring, setSecuring] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['history', sub],
    queryFn: ({ pageParam }) =>
      centre.history({
        page_size: PAGE_SIZE,
        ...(pageParam === undefined ? {} : { page_token: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
  const events = query.data?.pages.flatMap(({ data }) => data)

  function dayName(day: Date): string {
    const now = new Date()
    if (day.toDateString() === now.toDateString()) return t('activity.today')
    return formatWhen(day, now, { t, tag })
  }

  return (
    <CentrePage title={t('centre.activity')} intro={t('activity.intro')}>
      <Button look="quiet" className="-mt-2 mb-7" onClick={() => setSecuring(true)}>
        <ShieldAlert aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {t('activity.notYou')}
      </Button>
      <div>
        <Loaded query={{ ...query, data: events }} rows={6}>
          {(all) =>
            all.length === 0 ? (
              <p className="text-muted">{t('activity.empty')}</p>
            ) : (
              byDay(all).map(({ day, items }) => (
                <Section key={day.toDateString()} title={dayName(day)}>
                  {items.map((event) => (
                    <EventRow key={event.id} event={event} />
                  ))}
                </Section>
              ))
            )
          }
        </Loaded>
      </div>
      <MoreButton query={query} />
      {isSecuring ? <SecureDialog onClose={() => setSecuring(false)} /> : null}
    </CentrePage>
  )
}
