import { formatBytes, formatExactly } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Section } from '../../ui/Section.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useExport } from './use-export.ts'

export function ExportSection() {
  const { t, tag } = useLanguage()
  const { known, start, save, receivedBytes } = useExport()
  const copy = known.data
  const startButton = (
    <Button look="quiet" busy={start.isPending} onClick={() => start.mutate()}>
      {t('export.start')}
    </Button>
  )
  return (
    <Section title={t('export.title')} intro={t('export.intro')}>
      {known.isPending ? (
        <SettingRow label={<Skeleton className="h-5 w-48" />} />
      ) : known.isError ? (
        <SettingRow
          label={t('error.load')}
          action={
            <Button look="quiet" onClick={() => void known.refetch()}>
              {t('app.retry')}
            </Button>
          }
        />
      ) : !copy ? (
        <div className="py-4">{startButton}</div>
      ) : copy.phase === 'FAILED' ? (
        <SettingRow label={t('export.failed')} action={startButton} />
      ) : copy.phase === 'COMPLETE' ? (
        <SettingRow
          label={<span className="font-medium">{t('export.ready')}</span>}
          hint={
            receivedBytes === undefined
              ? t('export.until', { time: formatExactly(new Date(copy.expires_at), tag) })
              : t('export.downloading', { size: formatBytes(receivedBytes, tag) })
          }
          action={
            <Button busy={save.isPending} onClick={() => save.mutate(copy.task_id)}>
              {t('export.download')}
            </Button>
          }
        />
      ) : (
        <div className="flex flex-col gap-2.5 py-4">
          <p>{t('export.preparing')}</p>
          <ProgressBar
            fraction={copy.progress / 100}
            label={t('export.preparing')}
            valueText={`${copy.progress} %`}
          />
        </div>
      )}
    </Section>
  )
}
