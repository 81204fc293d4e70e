import type { Profile } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NewPasswordField } from '../sign-up/NewPasswordField.tsx'
import { type PasswordFlaw, passwordFlaw } from '../sign-up/password-flaw.ts'
import { MIN_PASSWORD_LENGTH } from '../sign-up/password-strength.ts'

type Wrong = PasswordFlaw | 'newPassword.weak'

/** A new password; the server signs every other device out with it (CAL-29). */
export function ChangePasswordDialog({ me, onClose }: { me: Profile; onClose: () => void }) {
  const t = useTexts()
  const client = useClient()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const messageOf = useErrorMessage()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Wrong | { error: unknown }>()
  const isSet = me.password === 'SET'
  const change = useMutation({
    mutationFn: (new_password: string) =>
      withSudo(async (sudo_token) => {
        await client.password.set({ new_password, sudo_token })
        return true
      }),
    onSuccess: (isDone) => {
      if (!isDone) return
      announce(t('newPassword.done'))
      onClose()
      return queries.invalidateQueries()
    },
    onError: (error) => setProblem(explain(error) ?? { error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if ([...password].length < MIN_PASSWORD_LENGTH) return setProblem('signUp.password.short')
    change.mutate(password)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(isSet ? 'newPassword.change' : 'newPassword.set')}
      description={t('newPassword.others')}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NewPasswordField
          label={t('newPassword.new')}
          username={me.username ?? me.name}
          ownWords={[me.name, me.username ?? '']}
          autoFocus
          value={password}
          onValue={(typed) => {
            setPassword(typed)
            setProblem(undefined)
          }}
          error={typeof problem === 'object' ? messageOf(problem.error) : problem && t(problem)}
        />
        <Button type="submit" size="large" busy={change.isPending}>
          {t(isSet ? 'newPassword.change' : 'newPassword.set')}
        </Button>
      </form>
    </Dialog>
  )
}

function explain(error: unknown): Wrong | undefined {
  return (
    passwordFlaw(error) ??
    (isServiceError(error, 'invalid_argument') ? 'newPassword.weak' : undefined)
  )
}
