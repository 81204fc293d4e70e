import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { useAdmin } from '../use-admin.ts'
import { findConcerns } from './find-concerns.ts'

/** How many there are of everything, and what waits for an administrator. */
export function OverviewScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const sub = useSub()
  const query = useQuery({
    queryKey: ['admin', sub, 'overview'],
    queryFn: async () => {
      const [counts, { settings }] = await Promise.all([admin.overview(), admin.settings()])
      return { counts, settings }
    },
  })
  return (
    <AdminPage title={t('admin.nav.overview')}>
      <Loaded query={query}>
        {({ counts, settings }) => (
          <>
            <Section title={t('admin.attention')}>
              <Concerns concerns={findConcerns(counts, settings)} />
            </Section>
            <Section title={t('admin.counts')}>
              <Figures
                figures={[
                  [t('admin.count.people'), counts.users.total],
                  [t('admin.count.administrators'), counts.administrators],
                  [t('admin.count.sessions'), counts.live_sessions],
                  [t('admin.nav.apps'), counts.apps],
                  [t('admin.nav.webhooks'), counts.webhooks],
                ]}
              />
            </Section>
            <Section title={t('admin.lastDay')}>
              <Figures
                figures={[
                  [t('admin.count.signUps'), counts.last_day.sign_ups],
                  [t('admin.count.signIns'), counts.last_day.sign_ins],
                  [t('admin.count.failed'), counts.last_day.failed_sign_ins],
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Concerns({ concerns }: { concerns: ReturnType<typeof findConcerns> }) {
  const t = useTexts()
  if (concerns.length === 0) {
    return (
      <p className="flex items-center gap-3 py-4 text-muted">
        <CircleCheck aria-hidden="true" className="size-5 text-accent" strokeWidth={1.75} />
        {t('admin.attention.none')}
      </p>
    )
  }
  return concerns.map(({ key, count, to, search }) => (
    <div
      key={key}
      className="flex min-h-15 items-center gap-x-3.5 gap-y-2 py-2.5 max-[26rem]:flex-wrap"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" strokeWidth={1.75} />
      <p className="min-w-0 flex-1">{t(key, { count })}</p>
      <Link
        to={to}
        {...(search === undefined ? {} : { search })}
        className={buttonClass({ look: 'quiet', size: 'small' })}
      >
        {t('admin.attention.look')}
      </Link>
    </div>
  ))
}

function Figures({ figures }: { figures: readonly (readonly [name: string, count: number])[] }) {
  const { tag } = useLanguage()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 py-5 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(([name, count]) => (
        <div key={name} className="flex min-w-0 flex-col-reverse justify-end gap-0.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">
            {new Intl.NumberFormat(tag).format(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
