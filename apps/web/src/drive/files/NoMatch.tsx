import { ListFilter } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** There are files, but none that the filter lets pass. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTexts()
  return (
    <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">
      <Notice
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
            <ListFilter className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t('browse.noMatch')}
        actions={
          <Button look="quiet" onClick={onClear}>
            {t('browse.clear')}
          </Button>
        }
      >
        {t('browse.noMatch.hint')}
      </Notice>
    </div>
  )
}
