import { createHash, randomBytes } from 'node:crypto'
import { prove, test } from './administration.ts'
import { expect, post } from './story.ts'

test('an administrator registers an app, the app uses its secret, and the administrator removes it', async ({
  page,
  server,
  person,
  administrator,
}) => {
  await page.goto('/admin/apps')
  await page.getByRole('link', { name: 'Register app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Photo frame')
  await page.getByLabel('Redirect URIs').fill('http://frame.example.org/callback')
  await page.getByRole('button', { name: 'Register app' }).click()
  await expect(page.getByText('must begin with https://', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Redirect URIs')).toBeFocused()
  const redirect_uri = 'https://frame.example.org/callback'
  await page.getByLabel('Redirect URIs').fill(redirect_uri)
  await page.getByLabel('See the e-mail address').check()
  await page.getByRole('button', { name: 'Register app' }).click()
  await prove(page, person.password)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Photo frame is registered')
  const [client_id = '', client_secret = ''] = await dialog.getByRole('code').allTextContents()

  const verifier = randomBytes(32).toString('base64url')
  const { code } = await post(
    server,
    '/v1/user/authorize',
    {
      client_id,
      redirect_uri,
      scope: 'openid email',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
    { authorization: `Bearer ${administrator.access_token}` },
  )
  const answer = await fetch(`${server.url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri,
      code_verifier: verifier,
    }),
  })
  expect(await answer.json()).toMatchObject({ scope: 'openid email' })

  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByRole('heading', { name: 'Photo frame' })).toBeVisible()
  expect(await page.content()).not.toContain(client_secret)
  await page.getByLabel('Name', { exact: true }).fill('Picture frame')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Picture frame' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No apps yet')).toBeVisible()
})
