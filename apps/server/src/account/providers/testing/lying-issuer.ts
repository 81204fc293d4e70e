import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { listenOnLoopback, readForm } from './loopback.ts'

export interface Lie {
  claims?: JWTPayload & Record<string, unknown>
  /** Signed by somebody else, under the name of the real key. */
  forged?: boolean
  unsigned?: boolean
  /** What the token endpoint says instead. */
  error?: string
  document?: Record<string, unknown>
}

/** An issuer that tells, at its token endpoint, whatever it is told to. */
export interface LyingIssuer extends AsyncDisposable {
  issuer: string
  /** For the visits after this. */
  lie(lie: Lie): void
  /** What the token endpoint was sent, latest last. */
  asked: Record<string, string>[]
}

const keys = generateKeyPair('RS256')
const otherKeys = generateKeyPair('RS256')

export async function startLyingIssuer(clientId: string): Promise<LyingIssuer> {
  const asked: Record<string, string>[] = []
  let current: Lie = {}
  const { publicKey, privateKey } = await keys
  const forger = (await otherKeys).privateKey

  const loopback = await listenOnLoopback(async (request, response) => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration') {
      return answer({
        issuer: loopback.url,
        authorization_endpoint: `${loopback.url}/authorize`,
        token_endpoint: `${loopback.url}/token`,
        jwks_uri: `${loopback.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...current.document,
      })
    }
    if (request.url === '/jwks') {
      return answer({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] })
    }
    asked.push(await readForm(request))
    if (current.error) return answer({ error: current.error }, 400)
    const nowSeconds = Math.floor(Date.now() / 1000)
    const claims = {
      iss: loopback.url,
      aud: clientId,
      sub: 'victim',
      iat: nowSeconds,
      exp: nowSeconds + 300,
      name: 'Somebody',
      ...current.claims,
    }
    const id_token = current.unsigned
      ? `${encode({ alg: 'none' })}.${encode(claims)}.`
      : await sign(claims, current.forged ? forger : privateKey)
    answer({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token })
  })

  return {
    issuer: loopback.url,
    asked,
    lie(lie) {
      current = lie
    },
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
  }
}

function sign(claims: JWTPayload, key: CryptoKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
