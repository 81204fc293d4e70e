import type { AnswerOf } from '@awan/protocol'
import type { serverHealth } from '@awan/protocol/account'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useSub } from '../../../session/ClientProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SettingRow } from '../../../ui/SettingRow.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Moment } from '../Moment.tsx'
import { useAdmin } from '../use-admin.ts'
import { JobsSection } from './JobsSection.tsx'
import { UpkeepSection } from './UpkeepSection.tsx'

const LOOK_EVERY_MS = 15_000

/** Whether all that the server stands on answers, and what it is working on. */
export function HealthScreen() {
  const t = useTexts()
  const admin = useAdmin()
  const sub = useSub()
  const health = useQuery({
    queryKey: ['admin', sub, 'health'],
    queryFn: () => admin.health(),
    refetchInterval: LOOK_EVERY_MS,
  })
  return (
    <AdminPage title={t('admin.nav.health')}>
      <Loaded query={health}>
        {(answer) => (
          <>
            <Health health={answer} />
            <UpkeepSection {...answer.upkeep} />
          </>
        )}
      </Loaded>
      <JobsSection everyMs={LOOK_EVERY_MS} />
    </AdminPage>
  )
}

function Health({ health }: { health: AnswerOf<typeof serverHealth> }) {
  const t = useTexts()
  const { version, started_at, parts, disk } = health
  return (
    <Section title={t('health.parts')}>
      {parts.map(({ name, kind, is_ok, took_ms }) => (
        <SettingRow
          key={name}
          label={t(`health.part.${name}`)}
          value={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={is_ok ? 'good' : 'bad'}>{t(is_ok ? 'health.ok' : 'health.down')}</Badge>
              <span className="text-sm font-normal text-muted tabular-nums">
                {kind === 'outbox' ? t('health.terminal') : `${kind} · ${took_ms} ms`}
              </span>
            </span>
          }
        />
      ))}
      {disk && <SettingRow label={t('health.disk')} value={<DiskRoom {...disk} />} />}
      <SettingRow label={t('health.version')} value={version} />
      <SettingRow label={t('health.started')} value={<Moment at={started_at} />} />
    </Section>
  )
}

type Disk = NonNullable<AnswerOf<typeof serverHealth>['disk']>

function DiskRoom({ total_bytes, free_bytes }: Disk) {
  const t = useTexts()
  const { tag } = useLanguage()
  const room = t('health.free', {
    free: formatBytes(free_bytes, tag),
    total: formatBytes(total_bytes, tag),
  })
  return (
    <span className="flex max-w-80 flex-col gap-2 py-1">
      {room}
      <ProgressBar
        fraction={(total_bytes - free_bytes) / total_bytes}
        label={t('health.disk')}
        valueText={room}
      />
    </span>
  )
}
