import {
  CLIENT,
  type IdentityProvider,
} from '../../../src/account/providers/testing/identity-provider.ts'
import { startLyingIssuer } from '../../../src/account/providers/testing/lying-issuer.ts'

/** As much of a third party as the recipes need. */
export type Visited = Pick<IdentityProvider, 'issuer' | 'visit'> & AsyncDisposable

/**
 * A third party that lives by the clock of the server, however far a test has moved it. The real one
 * lives by the clock of the machine, and what it signs is old news an hour later.
 */
export async function startMovedProvider(now: () => number): Promise<Visited> {
  const issuer = await startLyingIssuer(CLIENT.id)
  return {
    issuer: issuer.issuer,
    async visit(uri, person) {
      const asked = new URL(uri).searchParams
      const iat = Math.floor(now() / 1000)
      const times = { iat, auth_time: iat, exp: iat + 300 }
      issuer.lie({ claims: { sub: person, name: person, nonce: asked.get('nonce'), ...times } })
      return new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: issuer.issuer })
    },
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  }
}
