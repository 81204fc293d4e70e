import { Check } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { scopesInWords } from './scopes-in-words.ts'

/** What an app or a device may do, one line for each. */
export function ScopeLines({ scope, label }: { scope: string; label?: string }) {
  const t = useTexts()
  return (
    <ul aria-label={label} className="my-1.5 flex flex-col gap-0.5 text-text">
      {scopesInWords(scope, t).map((words) => (
        <li key={words} className="flex items-start gap-1.5">
          <Check
            aria-hidden="true"
            className="mt-0.5 size-3.5 shrink-0 text-accent"
            strokeWidth={2}
          />
          {words}
        </li>
      ))}
    </ul>
  )
}
