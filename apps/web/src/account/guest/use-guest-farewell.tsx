import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/**
 * Nobody can sign in as a guest again: before one is signed out, this says what that costs, and how to
 * keep it. `dialog` is shown wherever the hook is used.
 */
export function useGuestFarewell(keep: { label: string; to: '/signup' | '/try/merge' }): {
  ask: () => Promise<boolean>
  dialog: ReactNode
} {
  const t = useTexts()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<(mayLeave: boolean) => void>()

  function answer(mayLeave: boolean) {
    setQuestion(undefined)
    question?.(mayLeave)
  }

  return {
    ask() {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setQuestion(() => resolve)
      return promise
    },
    dialog: (
      <Dialog
        open={question !== undefined}
        onOpenChange={(open) => {
          if (!open) answer(false)
        }}
        title={t('guest.leave.title')}
        description={t('guest.leave.text')}
        closeLabel={t('app.close')}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => answer(true)}>
            {t('guest.leave.anyway')}
          </Button>
          <Button
            onClick={() => {
              answer(false)
              void navigate({ to: keep.to })
            }}
          >
            {keep.label}
          </Button>
        </div>
      </Dialog>
    ),
  }
}
