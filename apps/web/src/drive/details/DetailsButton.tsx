import { Info } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDetails } from '../address/use-details.ts'

/** Shows and hides the details of what is chosen, or of the folder. */
export function DetailsButton() {
  const t = useTexts()
  const details = useDetails()
  return (
    <IconButton
      icon={Info}
      label={t('act.details')}
      aria-pressed={details.tab !== undefined}
      onClick={details.toggle}
      className="max-sm:hidden aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    />
  )
}
