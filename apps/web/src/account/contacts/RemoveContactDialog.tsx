import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useCentre } from '../centre/use-centre.ts'
import type { ContactKind } from './contact-kind.ts'

export function RemoveContactDialog({
  kind,
  contact,
  onClose,
}: {
  kind: ContactKind
  contact: string
  onClose: () => void
}) {
  const t = useTexts()
  const centre = useCentre()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const removal = useMutation({
    mutationFn: () =>
      withSudo(async (sudo_token) => {
        await centre.profile.removeContact({ kind, sudo_token })
        return true
      }),
    onSuccess: (isRemoved) => {
      if (!isRemoved) return
      announce(t('contacts.removed'))
      onClose()
      return queries.invalidateQueries({ queryKey: ['me'] })
    },
  })

  function explain(error: unknown): string {
    if (!isServiceError(error, 'failed_precondition')) return messageOf(error)
    const isSecondStep = error.details.some(({ reason }) => reason === 'second_step')
    return t(isSecondStep ? 'contacts.remove.secondStep' : 'contacts.remove.last')
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(`contacts.remove.${kind}`)}
      description={t('contacts.remove.text', { contact })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-4">
        <Problem>{removal.isError ? explain(removal.error) : undefined}</Problem>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {t('contacts.remove')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
