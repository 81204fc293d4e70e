import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'

/** What else a person can use, under a hairline. */
export function OtherWays({
  ways,
  onChoose,
}: {
  ways: readonly { key: string; label: string }[]
  onChoose: (key: string) => void
}) {
  const t = useTexts()
  if (ways.length === 0) return null
  return (
    <div className="border-t border-line pt-3.5">
      <h3 className="text-xs font-medium text-muted">{t('sudo.otherWays')}</h3>
      <ul className="-mx-3 mt-1 flex flex-col items-start">
        {ways.map(({ key, label }) => (
          <li key={key} className="max-w-full">
            <Button
              look="plain"
              size="small"
              className="min-h-9 max-w-full text-start break-words"
              onClick={() => onChoose(key)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
