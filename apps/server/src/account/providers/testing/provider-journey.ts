import { createHash, randomBytes } from 'node:crypto'
import { getProviderUri, grantProviderToken, presetFacts } from '@awan/protocol/account'
import type { ProviderConfig } from '../../../config/providers.ts'
import type { Caller } from '../../../http/route.ts'
import { Secret } from '../../../kernel/secret.ts'
import { PUBLIC_URL, type TestAccount } from '../../testing.ts'

export const CALLBACK = `${PUBLIC_URL}/provider-callback`

export function someProvider(changes: Partial<ProviderConfig> = {}): ProviderConfig {
  const preset = changes.preset ?? 'oidc'
  return {
    id: preset,
    preset,
    name: presetFacts[preset].name,
    clientId: 'awan-there',
    clientSecret: new Secret('a secret of thirty-two characters'),
    issuer: undefined,
    teamId: undefined,
    keyId: undefined,
    ...changes,
  }
}

export interface BegunVisit {
  uri: string
  query: URLSearchParams
  verifier: string
}

/** Asks for the page of a third party, with a challenge of its own. */
export async function beginVisit(
  test: TestAccount,
  { provider_id = 'oidc', caller = {} as Partial<Caller> } = {},
): Promise<BegunVisit> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { uri } = await test.call(getProviderUri, {
    query: {
      provider_id,
      redirect_uri: CALLBACK,
      state: 'mine',
      'other_params[code_challenge]': challenge,
      'other_params[code_challenge_method]': 'S256',
    },
    caller,
  })
  return { uri, query: new URL(uri).searchParams, verifier }
}

export function finishVisit(
  test: TestAccount,
  {
    provider_id = 'oidc',
    code,
    params,
    caller = {},
    redirectUri = CALLBACK,
  }: {
    provider_id?: string
    code: string
    params: Record<string, string>
    caller?: Partial<Caller>
    redirectUri?: string
  },
) {
  return test.call(grantProviderToken, {
    body: {
      provider_id,
      provider_code: code,
      provider_redirect_uri: redirectUri,
      provider_params: params,
    },
    caller,
  })
}
