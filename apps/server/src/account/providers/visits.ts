import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import type { ProviderStates, VisitClient } from './provider-states.ts'
import type { GrantedProviderToken, ProviderTokens } from './provider-tokens.ts'
import { readPageProfile } from './shown-profile.ts'
import { mayRetry, requireUserId, toProviderError } from './third-parties/provider-error.ts'
import type {
  AuthorizationAnswer,
  ProviderProfile,
  ThirdParty,
} from './third-parties/third-party.ts'

export interface VisitRequest {
  providerId: string
  redirectUri: string
  state: string
  responseType?: string | undefined
  codeChallenge?: string | undefined
  codeChallengeMethod?: string | undefined
  signOutUri?: string | undefined
}

export interface VisitAnswer {
  providerId: string
  code?: string | undefined
  redirectUri?: string | undefined
  params: Readonly<Record<string, string>>
}

export interface Visitor {
  profile: ProviderProfile
  begunAt: number
}

/** To a third party and back: from our page to theirs, and from their code to a provider token. */
export interface Visits {
  /** With a purpose the visit is valid for that only, and the person must sign in there again. */
  begin(
    request: VisitRequest,
    caller: Caller,
    purpose?: string,
  ): Promise<{ uri: string; signOutUri?: string }>
  finish(answer: VisitAnswer, caller: Caller): Promise<GrantedProviderToken>
  /** Who has come back, without a token for anything. */
  identify(answer: VisitAnswer, caller: Caller, purpose: string): Promise<Visitor>
  complete(token: string, params: Readonly<Record<string, string>>): Promise<GrantedProviderToken>
}

export interface VisitsParts {
  db: Database
  directory: ProviderDirectory
  states: ProviderStates
  tokens: ProviderTokens
  /** Where our own pages run; a code is never sent elsewhere. */
  origins: readonly string[]
}

export function createVisits({ db, directory, states, tokens, origins }: VisitsParts): Visits {
  function requireOwnPage(uri: string): string {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    // Written as browsers write it, so that both sides compare the same letters.
    const isOwn = url?.href === uri && origins.includes(url.origin) && !/[?#]/.test(uri)
    if (isOwn) return uri
    throw new ServiceError('invalid_request_uri', {
      description:
        'the redirect URI must be a page of this server or of an allowed origin, without query and fragment',
    })
  }

  async function identify(
    { providerId, code, redirectUri, params }: VisitAnswer,
    caller: Caller,
    purpose?: string,
  ): Promise<Visitor> {
    if (code === undefined || redirectUri === undefined) {
      throw new ServiceError('invalid_argument', {
        description: 'provider_code and provider_redirect_uri are needed',
      })
    }
    const client = toVisitClient(providerId, requireOwnPage(redirectUri), caller)
    const sent = { state: params.state, codeVerifier: params.code_verifier }
    if (sent.state === undefined && sent.codeVerifier === undefined) {
      throw new ServiceError('invalid_argument', {
        description: 'provider_params needs code_verifier, or the state that came back',
      })
    }
    const { party } = await db.read((reader) => directory.find(reader, providerId))
    const { nonce, codeVerifier, begunAt, reopen } = await states.finish(client, sent, purpose)
    const answer = { code, redirectUri, nonce, codeVerifier, issuer: params.iss }
    const profile = await recognise(party, answer).catch(async (thrown: unknown) => {
      const error = toProviderError(providerId, thrown)
      if (mayRetry(error)) await reopen()
      throw error
    })
    return { profile, begunAt }
  }

  return {
    async begin(request, caller, purpose) {
      const client = toVisitClient(request.providerId, requireOwnPage(request.redirectUri), caller)
      requireCode(request.responseType)
      const codeChallenge = readChallenge(request)
      const { signOutUri } = request
      if (signOutUri !== undefined) requireOwnPage(signOutUri)
      const { party } = await db.read((reader) => directory.find(reader, request.providerId))
      const visit = await states.begin(client, { state: request.state, codeChallenge }, purpose)
      try {
        const { redirectUri } = request
        const uri = await party.authorizationUrl({
          ...visit,
          redirectUri,
          signInAnew: purpose !== undefined,
        })
        const signOut = signOutUri === undefined ? undefined : await party.signOutUrl?.(signOutUri)
        return { uri: uri.href, ...(signOut ? { signOutUri: signOut.href } : {}) }
      } catch (thrown) {
        throw toProviderError(request.providerId, thrown)
      }
    },

    identify,

    async finish(answer, caller) {
      const { profile } = await identify(answer, caller)
      return tokens.grant(answer.providerId, profile)
    },

    complete: (token, params) => tokens.complete(token, readPageProfile(params)),
  }
}

async function recognise(party: ThirdParty, answer: AuthorizationAnswer): Promise<ProviderProfile> {
  return requireUserId(await party.identify(answer))
}

function toVisitClient(providerId: string, redirectUri: string, caller: Caller): VisitClient {
  return {
    provider_id: providerId,
    client_id: resolveClient(caller.clientId),
    device_id: caller.deviceId ?? null,
    redirect_uri: redirectUri,
  }
}

function requireCode(responseType: string | undefined): void {
  if (responseType === undefined || responseType === 'code') return
  throw new ServiceError('unsupported_response_type', { description: 'response_type must be code' })
}

function readChallenge(request: VisitRequest): string | undefined {
  const { codeChallenge, codeChallengeMethod } = request
  if (codeChallenge === undefined && codeChallengeMethod === undefined) return undefined
  if (codeChallengeMethod === 'S256' && /^[\w-]{43}$/.test(codeChallenge ?? '')) {
    return codeChallenge
  }
  throw new ServiceError('invalid_request', {
    description: 'code_challenge needs code_challenge_method S256',
  })
}
