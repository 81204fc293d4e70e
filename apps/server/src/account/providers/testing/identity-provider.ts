import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { type Loopback, listenOnLoopback } from './loopback.ts'

export const CLIENT = { id: 'awan-at-idp', secret: 'a secret of thirty-two characters' }

/** A native app of ours, and one of somebody else. */
export const APP = 'awan-on-phones'
export const STRANGER = 'somebody-elses-app'

/** Somebody of whom it tells nothing but the address, as Apple does. */
export const NAMELESS = 'nameless'

/** A real identity provider (oidc-provider), whose login page says yes to whoever comes. */
export interface IdentityProvider extends AsyncDisposable {
  issuer: string
  /** Goes through its pages as a browser of this person would, up to the redirect back to us. */
  visit(uri: string, person: string): Promise<URLSearchParams>
  /** What the SDK in a native app gets: the app goes through the pages by itself. */
  signInApp(person: string, asked: { clientId: string; nonce?: string }): Promise<AppTokens>
}

export interface AppTokens {
  id_token: string
  access_token: string
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const loopback = await listenOnLoopback()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(loopback.url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
      ...[APP, STRANGER].map((client_id) => ({
        client_id,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none' as const,
      })),
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...(accountId !== NAMELESS && {
          name: `${accountId} of the IdP`,
          picture: `https://pictures.example/${accountId}.png`,
        }),
        email: `${accountId}@example.org`,
        email_verified: true,
      }),
    }),
  })
  const handle = provider.callback()
  loopback.server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void handle(request, response)
  })
  return {
    issuer: loopback.url,
    visit: (uri, person) => browse(uri, person, loopback),
    async signInApp(person, { clientId: client_id, nonce }) {
      const verifier = randomBytes(32).toString('base64url')
      const asked = new URLSearchParams({
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(nonce !== undefined && { nonce }),
      })
      const back = await browse(`${loopback.url}/auth?${asked}`, person, loopback)
      const body = new URLSearchParams({
        client_id,
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      const answer = await fetch(`${loopback.url}/token`, { method: 'POST', body })
      return (await answer.json()) as AppTokens
    },
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
  }
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const login = { accountId: String(request.headers['x-person']) }
    return provider.interactionFinished(request, response, { login })
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? '',
    clientId: String(params.client_id),
  })
  grant.addOIDCScope(String(params.scope))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent })
}

async function browse(
  uri: string,
  person: string,
  { url: home }: Loopback,
): Promise<URLSearchParams> {
  const jar = new Map<string, string>()
  let next = uri
  while (next.startsWith(home)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie, 'x-person': person },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the identity provider stopped: ${await answer.text()}`)
    next = new URL(location, next).href
  }
  return new URL(next).searchParams
}
