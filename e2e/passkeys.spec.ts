import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from '@playwright/test'
import { startAwanServer } from './awan-server.ts'
import { test as base, expect, type Person } from './story.ts'

/** Browsers tie passkeys to a host name and a port, so that the server must know its own. */
const test = base.extend<{ authenticator: Authenticator }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    await using server = await startAwanServer({ PORT: String(port), AWAN_PUBLIC_URL: url })
    await use({ ...server, url })
  },
  authenticator: async ({ page }, use) => use(await addAuthenticator(page)),
})

test('a person adds a passkey and signs in with it, without a password', async ({
  page,
  person,
  authenticator,
}) => {
  const owner = await addPasskey(page, person)
  expect(await authenticator.credentials()).toHaveLength(1)
  expect(owner.passkey).toMatchObject({ name: 'My key', is_backed_up: false })

  const options = await call(page, 'POST', '/v1/auth/passkey/options')
  expect(options.body.allowCredentials).toEqual([])
  const signedIn = await signIn(page, await usePasskey(page, options.body))
  expect(signedIn.body).toMatchObject({ sub: owner.sub, token_type: 'Bearer' })
  const me = await call(page, 'GET', '/v1/user/me', undefined, bearer(signedIn.body))
  expect(me.body).toMatchObject({ sub: owner.sub, name: person.name })

  const removed = await call(
    page,
    'DELETE',
    `/v1/user/passkeys/${owner.passkey.id}`,
    undefined,
    owner.headers,
  )
  expect(removed).toEqual({ status: 200, body: {} })
  const again = await call(page, 'POST', '/v1/auth/passkey/options')
  const refused = await signIn(page, await usePasskey(page, again.body))
  expect(refused.body).toMatchObject({ error: 'access_denied' })
})

test('an authenticator that has a passkey of the person refuses to make a second one', async ({
  page,
  person,
  authenticator,
}) => {
  const { headers } = await addPasskey(page, person)
  const options = await call(page, 'POST', '/v1/user/passkeys/options', undefined, headers)
  await expect(createPasskey(page, options.body)).rejects.toThrow('InvalidStateError')
  expect(await authenticator.credentials()).toHaveLength(1)
})

test('a passkey works as the second step after the password', async ({
  page,
  person,
  authenticator,
}) => {
  const owner = await addPasskey(page, person)
  const enabled = await call(page, 'PUT', '/v1/user/two_factor/PASSKEY', undefined, owner.headers)
  expect(enabled.status).toBe(200)

  const { email, password } = person
  const first = await call(page, 'POST', '/v1/auth/signin', { email, password })
  expect(first.body.error).toBe('two_factor_required')
  const begun = await call(page, 'POST', '/v1/auth/two_factor/begin', {
    two_factor_token: first.body.details[0]?.metadata.two_factor_token,
    method: 'PASSKEY',
  })
  const [credential] = await authenticator.credentials()
  expect(begun.body.options.allowCredentials).toMatchObject([
    { id: Buffer.from(credential?.credentialId ?? '', 'base64').toString('base64url') },
  ])
  const proof = await usePasskey(page, begun.body.options)
  const finished = await call(page, 'POST', '/v1/auth/signin', {
    email,
    password,
    two_factor_token: begun.body.two_factor_token,
    two_factor_code: JSON.stringify(proof),
  })
  expect(finished.body).toMatchObject({ sub: owner.sub })
})

test('a passkey answer made for another site is refused', async ({
  page,
  person,
  authenticator,
}) => {
  await addPasskey(page, person)
  const options = await call(page, 'POST', '/v1/auth/passkey/options')
  const foreignRp = { ...options.body, rpId: 'evil.example' }
  await expect(usePasskey(page, foreignRp)).rejects.toThrow('SecurityError')

  // Another port of the same host: the browser allows it, and only the origin gives it away.
  await using site = await startForeignSite()
  const back = page.url()
  await page.goto(site.url)
  const stolen = await usePasskey(page, options.body)
  await page.goto(back)
  expect((await signIn(page, stolen)).body).toMatchObject({ error: 'access_denied' })
  expect(await authenticator.credentials()).toHaveLength(1)
})

test('a passkey answer works only once', async ({ page, person, authenticator }) => {
  await addPasskey(page, person)
  const options = await call(page, 'POST', '/v1/auth/passkey/options')
  const proof = await usePasskey(page, options.body)
  expect((await signIn(page, proof)).status).toBe(200)
  expect((await signIn(page, proof)).body).toMatchObject({ error: 'expired_token' })
  expect(await authenticator.credentials()).toHaveLength(1)
})

test('a passkey answer without user verification is refused', async ({
  page,
  person,
  authenticator,
}) => {
  await addPasskey(page, person)
  await authenticator.setUserVerified(false)
  const { body: options } = await call(page, 'POST', '/v1/auth/passkey/options')
  await expect(usePasskey(page, options)).rejects.toThrow('NotAllowedError')
  // A browser that was talked into asking for less does not get in either.
  const lax = { ...options, userVerification: 'discouraged' }
  const proof = await usePasskey(page, lax)
  expect((await signIn(page, proof)).body).toMatchObject({ error: 'access_denied' })
})

test('a copied passkey with an older counter is refused and appears in the security history', async ({
  page,
  person,
  authenticator,
}) => {
  const owner = await addPasskey(page, person)
  const [copy] = await authenticator.credentials()
  for (let i = 0; i < 2; i++) {
    const { body: options } = await call(page, 'POST', '/v1/auth/passkey/options')
    expect((await signIn(page, await usePasskey(page, options))).status).toBe(200)
  }
  if (copy === undefined) throw new Error('there is no passkey')
  await authenticator.replace(copy)
  const { body: options } = await call(page, 'POST', '/v1/auth/passkey/options')
  expect((await signIn(page, await usePasskey(page, options))).body).toMatchObject({
    error: 'access_denied',
  })
  const history = await call(
    page,
    'GET',
    '/v1/user/security/history?page_size=1',
    undefined,
    owner.headers,
  )
  expect(history.body.data).toMatchObject([{ type: 'account.passkey_copy_suspected' }])
})

interface StoredCredential {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

interface Authenticator {
  credentials(): Promise<StoredCredential[]>
  replace(credential: StoredCredential): Promise<void>
  setUserVerified(isUserVerified: boolean): Promise<void>
}

/** Chromium's own authenticator in software: a phone that asks for a finger and always gets it. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async credentials() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials
    },
    async replace(credential) {
      const { credentialId } = credential
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    async setUserVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

async function addPasskey(page: Page, { email, password }: Person) {
  await page.goto('/signin')
  const { body: credentials } = await call(page, 'POST', '/v1/auth/signin', { email, password })
  const sudo = await call(page, 'POST', '/v1/user/sudo', { password }, bearer(credentials))
  const headers = { ...bearer(credentials), 'x-sudo-token': sudo.body.sudo_token }
  const options = await call(page, 'POST', '/v1/user/passkeys/options', undefined, headers)
  const credential = await createPasskey(page, options.body)
  const added = await call(
    page,
    'POST',
    '/v1/user/passkeys',
    { credential, name: 'My key' },
    headers,
  )
  expect(added.status).toBe(200)
  return { sub: credentials.sub as string, headers, passkey: added.body }
}

function signIn(page: Page, credential: object) {
  return call(page, 'POST', '/v1/auth/passkey/signin', { credential, client_id: 'awan-web' })
}

function bearer({ access_token }: { access_token: string }): { authorization: string } {
  return { authorization: `Bearer ${access_token}` }
}

function createPasskey(page: Page, options: PublicKeyCredentialCreationOptionsJSON) {
  return page.evaluate(async (sent) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(sent)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON() as object
  }, options)
}

function usePasskey(page: Page, options: PublicKeyCredentialRequestOptionsJSON) {
  return page.evaluate(async (sent) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(sent)
    const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    return used.toJSON() as object
  }, options)
}

/** All that the stories read of any answer. */
interface AnswerBody {
  error: string
  details: { metadata: { two_factor_token: string } }[]
  sub: string
  access_token: string
  sudo_token: string
  two_factor_token: string
  id: string
  data: object[]
  allowCredentials: PublicKeyCredentialDescriptorJSON[]
  options: PublicKeyCredentialRequestOptionsJSON
}

interface Answer {
  status: number
  body: AnswerBody & PublicKeyCredentialCreationOptionsJSON
}

/** Calls our server from the page, as a web app of its origin does. */
function call(
  page: Page,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return page.evaluate(
    async (sent) => {
      const answer = await fetch(sent.path, {
        method: sent.method,
        headers: { 'content-type': 'application/json', ...sent.headers },
        ...(sent.body && { body: JSON.stringify(sent.body) }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    { method, path, body, headers },
  )
}

async function freePort(): Promise<number> {
  await using site = await startForeignSite()
  return Number(new URL(site.url).port)
}

/** An empty page of another origin on the same host. */
async function startForeignSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel=icon href=data:>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
