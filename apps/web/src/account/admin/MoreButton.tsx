import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'

/** The way on in a long list; nothing at its end. */
export function MoreButton({
  isShown,
  isBusy,
  onMore,
}: {
  isShown: boolean
  isBusy: boolean
  onMore: () => void
}) {
  const t = useTexts()
  if (!isShown) return null
  return (
    <div className="mt-4 flex justify-center">
      <Button look="quiet" busy={isBusy} onClick={onMore}>
        {t('admin.more')}
      </Button>
    </div>
  )
}
