import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const mailbox = { email: 'rani.there@example.org', email_verified: true }

export const CLIENT = { id: 'awan-at-idp', secret: 'a secret of thirty-two characters' }

/** A real identity provider, whose login page has one button: it knows one person. */
export async function startIdentityProvider(
  redirectUri: string,
): Promise<{ issuer: string } & AsyncDisposable> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never],
    },
    cookies: { keys: ['only for stories'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: 'Rani there', ...mailbox }),
    }),
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else void handle(request, response)
  })
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (request.method === 'GET' && prompt.name === 'login') {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><form method="post"><button>Yes, it is me</button><button name="no" value="1">No</button></form>',
    )
    return
  }
  if (request.method === 'POST') {
    const sent = Buffer.concat(await request.toArray()).toString()
    const result = sent.includes('no=1')
      ? { error: 'access_denied', error_description: 'the person said no' }
      : { login: { accountId: 'rani' } }
    return provider.interactionFinished(request, response, result)
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? '',
    clientId: String(params.client_id),
  })
  grant.addOIDCScope(String(params.scope))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent })
}
