import { formatExactly, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'

/** A point in time, to the minute. */
export function Moment({ at }: { at: string }) {
  const { tag } = useLanguage()
  const time = new Date(at)
  return (
    <time dateTime={at} title={formatExactly(time, tag)} className="tabular-nums">
      {formatMoment(time, tag)}
    </time>
  )
}
