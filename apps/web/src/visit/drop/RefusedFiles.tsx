import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { DropRules } from './drop-rules.ts'

export interface Refused {
  name: string
  why: 'size' | 'type'
}

/** More names would say no more. */
const MOST = 5

/** What was chosen and not sent, and why. */
export function RefusedFiles({
  refused,
  rules,
}: {
  refused: readonly Refused[]
  rules: DropRules
}) {
  const { t, tag } = useLanguage()
  const size = formatBytes(rules.max_file_size ?? 0, tag)
  return (
    <div role="status" className="contents">
      {refused.length === 0 ? null : (
        <div className="mt-4 w-full max-w-xl rounded-md bg-danger-soft px-4 py-3 text-start text-sm">
          <p className="font-semibold">{t('visit.drop.refused', { count: refused.length })}</p>
          <ul className="mt-1 flex flex-col gap-0.5">
            {refused.slice(0, MOST).map(({ name, why }) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {why === 'size'
                  ? t('visit.drop.refused.size', { name, size })
                  : t('visit.drop.refused.type', { name })}
              </li>
            ))}
          </ul>
          {refused.length > MOST ? (
            <p>{t('visit.drop.refused.more', { count: refused.length - MOST })}</p>
          ) : null}
        </div>
      )}
    </div>
  )
}
