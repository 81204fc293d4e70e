import { isServiceError } from '@awan/protocol/errors'
import type { Shell } from '../../session/shell.ts'
import { type AuthorizationRequest, toAnswerAddress } from './authorization-request.ts'

/**
 * BRG-11: the shell's own session grants. Nothing comes back where the shell cannot, or leaves the
 * question to the page; an age of the sign-in is checked by the server alone.
 */
export async function grantInShell({
  shell,
  request,
  issuer,
}: {
  shell: Shell
  request: AuthorizationRequest
  issuer: () => Promise<string>
}): Promise<string | undefined> {
  const { prompts: _, loginHint: __, max_age, ...asked } = request
  if (max_age !== undefined) return undefined
  try {
    const { code, state } = await shell.account.userAuthorize(asked)
    return toAnswerAddress(request.redirect_uri, { code, state, iss: await issuer() })
  } catch (error) {
    if (isServiceError(error, 'unimplemented', 'consent_required')) return undefined
    throw error
  }
}

/** BRG-10: the shell signs the person out of this app too, when the time comes. */
export async function keepSignOutAddress(
  shell: Shell,
  { client_id, sign_out_uri }: AuthorizationRequest,
): Promise<void> {
  if (sign_out_uri === undefined) return
  try {
    await shell.account.setOAuthSignOutURIInfo({ client_id, sign_out_uri })
  } catch (error) {
    if (!isServiceError(error, 'unimplemented')) throw error
  }
}
