import type { AdminJob } from '@awan/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlainTextKey } from '../../../i18n/keys.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'

const states = ['open', 'failed', 'ended'] as const
type State = (typeof states)[number]

/** The long work of all drives, without the names of files. */
export function JobsSection({ everyMs }: { everyMs: number }) {
  const t = useTexts()
  const { tag } = useLanguage()
  const admin = useAdmin()
  const sub = useSub()
  const [state, setState] = useState<State>('open')
  const query = useQuery({
    queryKey: ['admin', sub, 'jobs', state],
    queryFn: () => admin.usage.jobs({ state }),
    refetchInterval: everyMs,
  })
  return (
    <Section title={t('jobs.title')}>
      <div className="flex flex-col gap-5 py-4">
        <Loaded query={query}>
          {({ tasks, thumbnails, texts_waiting, uploads_open }) => (
            <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
              {(
                [
                  ['jobs.tasks', (tasks.pending ?? 0) + (tasks.running ?? 0)],
                  ['jobs.failed', tasks.failed ?? 0],
                  ['jobs.thumbnails', thumbnails.waiting],
                  ['jobs.texts', texts_waiting],
                  ['jobs.uploads', uploads_open],
                ] as const
              ).map(([name, count]) => (
                <div key={name} className="flex min-w-0 flex-col-reverse justify-end gap-0.5">
                  <dt className="text-sm text-muted">{t(name)}</dt>
                  <dd className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">
                    {new Intl.NumberFormat(tag).format(count)}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
        <Tabs
          label={t('jobs.show')}
          value={state}
          onChoose={setState}
          tabs={states.map((each) => ({
            value: each,
            label: t(`jobs.state.${each}`),
            content: <Loaded query={query}>{({ jobs }) => <Jobs jobs={jobs} />}</Loaded>,
          }))}
        />
      </div>
    </Section>
  )
}

function Jobs({ jobs }: { jobs: readonly AdminJob[] }) {
  const t = useTexts()
  const { tag } = useLanguage()
  if (jobs.length === 0) return <p className="py-2 text-muted">{t('jobs.none')}</p>
  const number = new Intl.NumberFormat(tag)
  return (
    <ul className="divide-y divide-line">
      {jobs.map((job) => (
        <li
          key={`${job.sub} ${job.task_id}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3"
        >
          <div className="min-w-0 flex-[1_1_12rem]">
            <p className="font-medium">{t(kindWords(job.kind))}</p>
            <p className="truncate text-sm text-muted">{job.name}</p>
          </div>
          <p className="text-sm text-muted tabular-nums">
            {job.total === undefined
              ? number.format(job.done)
              : t('jobs.done', { done: number.format(job.done), total: number.format(job.total) })}
            {job.failed > 0 ? ` · ${t('jobs.missed', { count: job.failed })}` : ''}
          </p>
          <Moment at={job.updated_at} />
          <Badge tone={tones[job.phase]}>{t(`jobs.phase.${job.phase}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}

const tones: Record<AdminJob['phase'], BadgeTone> = {
  pending: 'waiting',
  running: 'waiting',
  complete: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

type KindKey = Extract<PlainTextKey, `jobs.kind.${string}`>

/** A kind that is newer than this page is told without saying what it is. */
function kindWords(kind: string): KindKey {
  return Object.hasOwn(kinds, kind) ? (kinds[kind] ?? 'jobs.kind.other') : 'jobs.kind.other'
}

const kinds: Readonly<Record<string, KindKey>> = {
  move: 'jobs.kind.move',
  copy: 'jobs.kind.copy',
  trash: 'jobs.kind.trash',
  untrash: 'jobs.kind.restore',
  delete: 'jobs.kind.delete',
  empty: 'jobs.kind.empty',
  index: 'jobs.kind.index',
}
