import { formatBytes, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { DropRules } from './drop-rules.ts'

/** The rules of a drop folder, each in a few words. */
export function DropRuleList({ rules }: { rules: DropRules }) {
  const { t, tag } = useLanguage()
  const { max_file_size: largest, max_total_size: most, types, deadline } = rules
  const said = [
    largest !== undefined && t('visit.drop.perFile', { size: formatBytes(largest, tag) }),
    most !== undefined && t('visit.drop.inAll', { size: formatBytes(most, tag) }),
    types && t('visit.drop.types', { types: types.map((type) => inWords(type)).join(', ') }),
    deadline && t('visit.drop.until', { time: formatMoment(new Date(deadline), tag) }),
  ].filter((rule) => typeof rule === 'string')
  if (said.length === 0) return null

  /** `image/*` is a word of programmers. */
  function inWords(type: string): string {
    const group = /^(image|video|audio|text)\/\*$/.exec(type)?.[1]
    return group === undefined ? type : t(`visit.types.${group as 'image'}`)
  }
  return (
    <ul className="mt-3 flex flex-wrap justify-center gap-2 text-sm">
      {said.map((rule) => (
        <li key={rule} className="rounded-full bg-sunken px-3 py-1">
          {rule}
        </li>
      ))}
    </ul>
  )
}
