import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler, useErrorMessage } from '../../session/use-error-handler.ts'

type Problem =
  | { field: 'username'; kind: 'missing' }
  | { field: 'password'; kind: 'missing' }
  | { field: 'password'; kind: 'refused'; error: unknown }

/** First who, then the password. When it succeeds the session changes, and the router moves on. */
export function useSignIn() {
  const client = useClient()
  const t = useTexts()
  const messageOf = useErrorMessage()
  const handleError = useErrorHandler()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setProblem(undefined)
    if (username.trim() === '') return setProblem({ field: 'username', kind: 'missing' })
    if (!isPasswordAsked) return setPasswordAsked(true)
    if (password === '') return setProblem({ field: 'password', kind: 'missing' })
    setBusy(true)
    try {
      await client.signIn.withPassword({ username: username.trim(), password })
    } catch (error) {
      if (isServiceError(error, ...aboutThisAccount)) {
        setProblem({ field: 'password', kind: 'refused', error })
      } else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  /** Said in the language of the moment, so that a switch translates it too. */
  function describe(wrong: Problem): string {
    if (wrong.kind === 'missing') {
      return t(wrong.field === 'username' ? 'signIn.username.missing' : 'signIn.password.missing')
    }
    return isServiceError(wrong.error, 'resource_exhausted')
      ? t('error.tooMany')
      : messageOf(wrong.error)
  }

  const errorOf = (field: Problem['field']) =>
    problem?.field === field ? describe(problem) : undefined
  return {
    username: { value: username, set: setUsername, error: errorOf('username') },
    password: { value: password, set: setPassword, error: errorOf('password') },
    isPasswordAsked,
    isBusy,
    submit,
  }
}

const aboutThisAccount = [
  'invalid_account_or_password',
  'invalid_password',
  'user_not_exist',
  'user_blocked',
  'user_pending',
  'invalid_status',
  'account_freeze',
  'cannot_unlock',
  'under_review',
  'password_reset_required',
  'invalid_argument',
  'resource_exhausted',
] as const
