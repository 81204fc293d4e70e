import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { resolveClient } from '../clients/clients.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import type { GrantedProviderToken, ProviderTokens } from './provider-tokens.ts'
import { requireUserId, toProviderError } from './third-parties/provider-error.ts'
import type { ProviderProfile, ThirdParty } from './third-parties/third-party.ts'

/** Longer than any ID token is taken for. */
const SPENT_TTL_MS = 3600_000

export interface NativeToken {
  providerId: string
  idToken?: string | undefined
  accessToken?: string | undefined
  nonce?: string | undefined
}

/**
 * Accepts a token that a native app got from a provider's SDK. We did not start that sign-in, so the
 * token itself must prove that it was issued to an app of ours: any other app could send its own.
 */
export type AcceptNativeToken = (
  given: NativeToken,
  caller: Caller,
) => Promise<GrantedProviderToken>

export function createAcceptNativeToken({
  db,
  clock,
  directory,
  tokens,
}: {
  db: Database
  clock: Clock
  directory: ProviderDirectory
  tokens: ProviderTokens
}): AcceptNativeToken {
  async function spend(idToken: string): Promise<void> {
    // What was signed; the letters of the signature could be written in another way.
    const signed = idToken.slice(0, idToken.lastIndexOf('.'))
    const id = `id-token:${createHash('sha256').update(signed).digest('base64url')}`
    const expiresAt = clock.now() + SPENT_TTL_MS
    if (await db.write((writer) => spendToken(writer, id, expiresAt))) return
    throw new ServiceError('expired_token', { description: 'provider_id_token was used before' })
  }

  return async ({ providerId, idToken, accessToken, nonce }, caller) => {
    resolveClient(caller.clientId)
    const { party } = await db.read((reader) => directory.find(reader, providerId))
    const profile = await identify(party, { idToken, accessToken, nonce }).catch(
      (thrown: unknown) => {
        throw toProviderError(providerId, thrown)
      },
    )
    if (idToken !== undefined) await spend(idToken)
    return tokens.grant(providerId, profile)
  }
}

async function identify(
  party: ThirdParty,
  { idToken, accessToken, nonce }: Omit<NativeToken, 'providerId'>,
): Promise<ProviderProfile> {
  if (idToken !== undefined && party.identifyByIdToken) {
    return requireUserId(await party.identifyByIdToken({ idToken, nonce }))
  }
  if (accessToken !== undefined && party.identifyByAccessToken) {
    return requireUserId(await party.identifyByAccessToken(accessToken))
  }
  throw new ServiceError('unimplemented', {
    description:
      idToken === undefined
        ? 'this provider does not report which app an access token is for; send an ID token or a code'
        : 'this provider has no ID tokens; send a code',
  })
}
