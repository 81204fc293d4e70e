import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'

/** The way on in a long list; nothing at its end. */
export function MoreButton({
  query,
}: {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ error: unknown; isFetchNextPageError: boolean }>
  }
}) {
  const t = useTexts()
  const handleError = useErrorHandler()

  async function more() {
    const { error, isFetchNextPageError } = await query.fetchNextPage()
    if (isFetchNextPageError) handleError(error)
  }

  if (!query.hasNextPage) return null
  return (
    <div className="mt-4 flex justify-center">
      <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void more()}>
        {t('rooms.more')}
      </Button>
    </div>
  )
}
