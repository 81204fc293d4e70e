import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { type Person, registerApp } from './story.ts'

/** An app of somebody else on a site of its own, which asks for access as the standards say. */
export interface ThirdParty extends AsyncDisposable {
  url: string
  clientId: string
  /** Where it sends people. */
  askAddress(changes?: Record<string, string>): string
  /** Where it sends people to be signed out. */
  signOutAddress(idToken: string): string
  /** What it gets for the code of the address that people came back with. */
  exchange(back: string): Promise<Record<string, unknown>>
}

/** Consent is remembered only for a site under TLS: that one the browser answers by itself. */
const SITE = 'https://prints.example.org'

export async function openThirdParty(
  page: Page,
  server: AwanServer,
  administrator: Person,
  scope = 'openid profile drive offline',
): Promise<ThirdParty> {
  const toPage = (path: string | undefined) =>
    `<!doctype html><title>Sun Prints</title><h1>${path?.split('?')[0]}</h1>`
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: toPage(pathname) })
  })
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(toPage(request.url))
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const redirectUri = `${SITE}/back?from=awan`
  const signOutUri = `${url}/bye`
  const clientId = await registerApp(server, administrator, {
    name: 'Sun Prints',
    description: 'Prints your pictures on paper',
    url: `${SITE}/`,
    redirect_uris: [redirectUri],
    sign_out_uris: [signOutUri],
    scope,
  })
  const verifier = randomBytes(32).toString('base64url')
  return {
    url,
    clientId,
    askAddress(changes = {}) {
      const asked = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        // What a router that reads numbers would spoil.
        state: '1.0',
        nonce: '"n"',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      })
      return `${server.url}/oauth2/authorize?${asked}`
    },
    signOutAddress(idToken) {
      const asked = new URLSearchParams({
        id_token_hint: idToken,
        post_logout_redirect_uri: signOutUri,
        state: '1.0',
      })
      return `${server.url}/oauth2/end_session?${asked}`
    },
    async exchange(back) {
      const answer = await fetch(`${server.url}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: new URL(back).searchParams.get('code') ?? '',
          redirect_uri: redirectUri,
          client_id: clientId,
          code_verifier: verifier,
        }),
      })
      return (await answer.json()) as Record<string, unknown>
    },
    async [Symbol.asyncDispose]() {
      site.close()
      site.closeAllConnections()
    },
  }
}
