import type { Profile } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PasswordStrength } from '../sign-up/PasswordStrength.tsx'
import { MIN_PASSWORD_LENGTH } from '../sign-up/password-strength.ts'
import { useSudo } from '../sudo/SudoProvider.tsx'

type Wrong = Extract<PlainTextKey, `newPassword.${'short' | 'weak'}`>

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
    onError: (error) =>
      setProblem(isServiceError(error, 'invalid_argument') ? 'newPassword.weak' : { error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if ([...password].length < MIN_PASSWORD_LENGTH) return setProblem('newPassword.short')
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
        {/* Password managers keep the new password under this name. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={me.username ?? me.name}
        />
        <PasswordField
          label={t('newPassword.new')}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          name="new-password"
          autoComplete="new-password"
          maxLength={1024}
          autoFocus
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(undefined)
          }}
          error={typeof problem === 'object' ? messageOf(problem.error) : problem && t(problem)}
          hint={<PasswordStrength password={password} ownWords={[me.name, me.username ?? '']} />}
        />
        <Button type="submit" size="large" busy={change.isPending}>
          {t(isSet ? 'newPassword.change' : 'newPassword.set')}
        </Button>
      </form>
    </Dialog>
  )
}
