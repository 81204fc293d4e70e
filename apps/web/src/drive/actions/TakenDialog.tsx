import { type MouseEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { isFurtherClick } from '../../ui/whole-double-click.ts'
import type { TakenAnswer, TakenChoice, TakenQuestion } from './action-parts.ts'

/** A name is taken: what is to be done, with this one or with all of them. */
export function TakenDialog({
  question: { name, folder, otherCount, isForAll: isOnlyForAll = false },
  onAnswer,
  onClose,
}: {
  question: TakenQuestion
  onAnswer: (answer: TakenAnswer) => void
  onClose: () => void
}) {
  const t = useTexts()
  const [isForAll, setForAll] = useState(isOnlyForAll)
  const answer = (choice: TakenChoice) => (event: MouseEvent) => {
    // The next question is at the same place.
    if (!isFurtherClick(event)) onAnswer({ choice, isForAll })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.taken.title')}
      description={
        folder === undefined
          ? t('act.reason.taken', { name })
          : t('act.taken.text', { folder, name })
      }
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('act.taken.hint')}</p>
        {otherCount === 0 ? null : (
          <Checkbox
            label={t('act.taken.all', { count: otherCount })}
            checked={isForAll}
            disabled={isOnlyForAll}
            onChange={({ target }) => setForAll(target.checked)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={answer('skip')}>
            {t('act.taken.skip')}
          </Button>
          <Button look="quiet" onClick={answer('replace')}>
            {t('act.taken.replace')}
          </Button>
          <Button onClick={answer('rename')}>{t('act.taken.keepBoth')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
