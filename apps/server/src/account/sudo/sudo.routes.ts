import {
  beginSudoVisit,
  finishSudoVisit,
  getSudoPasskeyOptions,
  grantSudo,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { type Route, route } from '../../http/route.ts'
import type { PasskeySudo } from '../passkeys/passkey-sudo.ts'
import type { SudoVisits } from '../providers/sudo-visits.ts'
import type { Sudo } from './sudo.ts'
import type { SudoProof } from './sudo-proof.ts'

/** Each visit is a row, and may make us call the third party. */
const VISITS = [{ by: 'user', points: 30, perSeconds: 600 }] as const

export function sudoRoutes({
  sudo,
  passkeySudo,
  sudoVisits,
}: {
  sudo: Sudo
  passkeySudo: PasskeySudo
  sudoVisits: SudoVisits
}): Route[] {
  return [
    route(grantSudo, { user: true, beforeTwoFactor: true }, async ({ body, user, caller }) => {
      const { token, expiresIn } = await sudo.grant(readProof(body), body, user, caller)
      return { sudo_token: token, expires_in: expiresIn }
    }),
    route(getSudoPasskeyOptions, { user: true, beforeTwoFactor: true }, ({ user }) =>
      passkeySudo.options(user),
    ),
    route(
      beginSudoVisit,
      { user: true, beforeTwoFactor: true, limits: VISITS },
      async ({ body, user, caller }) => {
        const request = {
          providerId: body.provider_id,
          redirectUri: body.redirect_uri,
          state: body.state,
          codeChallenge: body.code_challenge,
          codeChallengeMethod: body.code_challenge_method,
        }
        return { uri: await sudoVisits.begin(request, user, caller) }
      },
    ),
    route(
      finishSudoVisit,
      { user: true, beforeTwoFactor: true, limits: VISITS },
      async ({ body, user, caller }) => {
        const { code_verifier, iss } = body
        const answer = {
          providerId: body.provider_id,
          code: body.provider_code,
          redirectUri: body.provider_redirect_uri,
          params: { code_verifier, ...(iss === undefined ? {} : { iss }) },
        }
        const { token, expiresIn } = await sudoVisits.finish(answer, user, caller)
        return { provider_token: token, expires_in: expiresIn }
      },
    ),
  ]
}

function readProof(body: {
  password?: string | undefined
  verification_token?: string | undefined
  credential?: Extract<SudoProof, { kind: 'passkey' }>['credential'] | undefined
  provider_token?: string | undefined
}): SudoProof {
  const { password, verification_token, credential, provider_token } = body
  const given: SudoProof[] = []
  if (password !== undefined) given.push({ kind: 'password', password })
  if (verification_token !== undefined) given.push({ kind: 'code', token: verification_token })
  if (credential !== undefined) given.push({ kind: 'passkey', credential })
  if (provider_token !== undefined) given.push({ kind: 'provider', token: provider_token })
  const [proof] = given
  if (proof && given.length === 1) return proof
  throw new ServiceError('invalid_argument', {
    description: 'give one of password, verification_token, credential and provider_token',
  })
}
