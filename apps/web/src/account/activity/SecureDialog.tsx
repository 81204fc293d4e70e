import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LockKeyhole, LogOut } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { useSessions } from '../devices/use-sessions.ts'

/** For who finds a stranger in the history: everybody else out, and a new password. */
export function SecureDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const { endOthers } = useSessions()
  const end = useMutation({ mutationFn: endOthers })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('activity.secure.title')}
      description={t('activity.secure.text')}
      closeLabel={t('app.close')}
    >
      <div className="divide-y divide-line border-y border-line">
        <ListRow
          icon={LogOut}
          tone={end.isSuccess ? 'accent' : 'grey'}
          title={t('activity.secure.sessions')}
          action={
            end.isSuccess ? null : (
              <RowButton look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
                {t('devices.end')}
              </RowButton>
            )
          }
        >
          {end.isSuccess ? t('activity.secure.done') : t('activity.secure.sessions.text')}
        </ListRow>
        <ListRow
          icon={LockKeyhole}
          title={t('activity.secure.password')}
          action={
            <Link
              to="/account/profile"
              className={`${buttonClass({ look: 'quiet', size: 'small' })} min-h-9`}
            >
              {t('activity.secure.password.go')}
            </Link>
          }
        >
          {t('activity.secure.password.text')}
        </ListRow>
      </div>
      <div className="mt-3">
        <Problem>{end.isError ? messageOf(end.error) : undefined}</Problem>
      </div>
    </Dialog>
  )
}
