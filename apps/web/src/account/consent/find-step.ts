import type { AwanClient } from '@awan/client'
import { type ErrorName, isServiceError } from '@awan/protocol/errors'
import type { AuthorizationRequest } from './authorization-request.ts'

/** What a request to authorize an app needs of the person. */
export type ConsentStep =
  /** They have agreed before. */
  | { name: 'grant' }
  | { name: 'ask' }
  | { name: 'sign-in' }
  /** Somebody is signed in, and the app wants them to prove it anew. */
  | { name: 'sign-in-again' }
  | { name: 'password' }
  /** The app wants nobody to be asked anything (`prompt=none`), and that is not possible. */
  | { name: 'answer'; error: ErrorName }

/** CAL-32. Throws what is wrong with the request itself; then the person is sent nowhere. */
export async function findStep(
  client: Pick<AwanClient, 'authorization'>,
  { client_id, redirect_uri, scope, sign_out_uri, max_age, prompts }: AuthorizationRequest,
  isSignedIn: boolean,
): Promise<ConsentStep> {
  const isSilent = prompts.has('none')
  try {
    await client.authorization.detect({
      client_id,
      redirect_uri,
      ...(scope === undefined ? {} : { scope }),
      ...(sign_out_uri === undefined ? {} : { sign_out_uri }),
      ...(max_age === undefined ? {} : { max_age }),
    })
  } catch (error) {
    const due = isServiceError(error) ? steps[error.error] : undefined
    if (due === undefined || !isServiceError(error)) throw error
    if (isSilent) return { name: 'answer', error: error.error }
    const isAgain = due === 'sign-in' ? isSignedIn : prompts.has('login')
    return isAgain ? { name: 'sign-in-again' } : { name: due }
  }
  if (prompts.has('login')) return { name: 'sign-in-again' }
  if (prompts.has('consent') || prompts.has('select_account')) return { name: 'ask' }
  return { name: 'grant' }
}

const steps: Partial<Record<ErrorName, 'sign-in' | 'ask' | 'password'>> = {
  login_required: 'sign-in',
  consent_required: 'ask',
  account_selection_required: 'ask',
  interaction_required: 'password',
}
