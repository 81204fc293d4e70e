import type { AnswerOf } from '@awan/protocol'
import type { serverHealth } from '@awan/protocol/account'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SettingRow } from '../../../ui/SettingRow.tsx'
import { Moment } from '../Moment.tsx'

/** When all was last copied and looked through, and what came out of it. */
export function UpkeepSection({ backup, check }: AnswerOf<typeof serverHealth>['upkeep']) {
  const { t, tag } = useLanguage()
  return (
    <Section title={t('health.upkeep')}>
      <SettingRow
        label={t('health.backup')}
        value={
          backup ? (
            <Run
              at={backup.ran_at}
              badge={
                backup.lost === 0 ? (
                  <Badge tone="good">{t('health.backup.whole')}</Badge>
                ) : (
                  <Badge tone="bad">{t('health.backup.lost', { count: backup.lost })}</Badge>
                )
              }
            >
              {t('health.backup.size', {
                count: backup.contents,
                size: formatBytes(backup.bytes, tag),
              })}
            </Run>
          ) : (
            <Never command="awan backup">{t('health.backup.never')}</Never>
          )
        }
      />
      <SettingRow
        label={t('health.check')}
        value={
          check ? (
            <Run
              at={check.ran_at}
              badge={
                check.left === 0 ? (
                  <Badge tone="good">{t('health.check.clean')}</Badge>
                ) : (
                  <Badge tone="bad">{t('health.check.left', { count: check.left })}</Badge>
                )
              }
            >
              {t(check.reads_contents ? 'health.check.deep' : 'health.check.fast', {
                count: check.nodes,
              })}
            </Run>
          ) : (
            <Never command="awan check">{t('health.check.never')}</Never>
          )
        }
      />
    </Section>
  )
}

function Run({ at, badge, children }: { at: string; badge: ReactNode; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {badge}
      <Moment at={at} />
      <span className="text-sm font-normal text-muted tabular-nums">{children}</span>
    </span>
  )
}

/** Nobody has done it yet: why one should, and how. */
function Never({ command, children }: { command: string; children: ReactNode }) {
  const t = useTexts()
  return (
    <span className="flex flex-col gap-1">
      <span>{t('health.never')}</span>
      <span className="text-sm font-normal text-muted">
        {children}{' '}
        <code translate="no" className="rounded-sm bg-sunken px-1.5 py-0.5 text-text">
          {command}
        </code>
      </span>
    </span>
  )
}
