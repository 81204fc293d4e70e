import { prepare } from './account-calls.ts'
import { giveAuthenticator } from './authenticator.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { test as base, expect, post, signInQuickly } from './story.ts'

/** Passkeys and third parties are tied to an address, so that the server must know its own. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using stack = new AsyncDisposableStack()
    const server = await startServerWithAddress(async (url) => {
      const provider = stack.use(await startIdentityProvider(`${url}/provider-callback`))
      return {
        AWAN_PROVIDER_OIDC_CLIENT_ID: CLIENT.id,
        AWAN_PROVIDER_OIDC_CLIENT_SECRET: CLIENT.secret,
        AWAN_PROVIDER_OIDC_ISSUER: provider.issuer,
        AWAN_PROVIDER_OIDC_NAME: 'the office',
      }
    })
    await use(stack.use(server))
  },
})

test('signing in again with the identity provider, in a window of its own, confirms an action', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  const owner = await prepare(server, person)
  const redirect_uri = `${server.url}/provider-callback`
  const query = new URLSearchParams({
    provider_id: 'oidc',
    client_id: 'awan-web',
    redirect_uri,
    state: 'story',
  })
  const begun = await fetch(`${server.url}/v1/auth/provider/uri?${query}`)
  const { uri } = (await begun.json()) as { uri: string }
  const returned = page.waitForRequest((request) => request.url().startsWith(`${redirect_uri}?`))
  await page.goto(uri)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  const answer = new URL((await returned).url()).searchParams
  const { provider_token } = await post(server, '/v1/auth/provider/token', {
    provider_id: 'oidc',
    provider_code: answer.get('code'),
    provider_redirect_uri: redirect_uri,
    provider_params: { state: answer.get('state'), iss: answer.get('iss') },
    client_id: 'awan-web',
  })
  await owner.call('POST', '/v1/user/provider/bind', { provider_token })

  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  const choose = page.getByRole('button', { name: 'Sign in with the office' })
  await choose.click()
  const opening = page.waitForEvent('popup')
  await choose.click()
  const visit = await opening
  await expect(page.getByText('Go on in the window of the office.')).toBeVisible()
  await visit.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
  await expect
    .poll(() => visit.isClosed() || new URL(visit.url()).pathname === '/visit-done')
    .toBe(true)
})

test('a passkey confirms an action without a further second step', async ({
  page,
  server,
  person,
}) => {
  await giveAuthenticator(page)
  await signInQuickly(page, server, person)
  const owner = await prepare(server, person)
  const options = await owner.call('POST', '/v1/user/passkeys/options')
  const credential = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON()
  }, options)
  await owner.call('POST', '/v1/user/passkeys', { credential, name: 'My key' })
  await owner.call('PUT', '/v1/user/two_factor/PASSKEY')

  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Your device asks for a finger').waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
})
