import { test } from './public-server.ts'
import { expect, signInQuickly } from './story.ts'

const USER_AGENT = 'Mozilla/5.0 (Linux) mirall/3.7.3'

/** As a program that syncs begins, and as it asks until it is let in. */
async function askAsProgram(baseURL: string | undefined) {
  const headers = { 'user-agent': USER_AGENT }
  const answer = await fetch(`${baseURL}/index.php/login/v2`, { method: 'POST', headers })
  const { login, poll } = (await answer.json()) as {
    login: string
    poll: { token: string; endpoint: string }
  }
  const body = new URLSearchParams({ token: poll.token })
  const ask = () => fetch(poll.endpoint, { method: 'POST', headers, body })
  return { login, ask }
}

test('a person sees which program asks, proves who they are, and the program gets its password', async ({
  page,
  baseURL,
  server,
  person,
}) => {
  test.slow()
  const { login, ask } = await askAsProgram(baseURL)
  await signInQuickly(page, server, person)
  await page.goto(login)
  const title = page.getByRole('heading', { name: 'Let this program into your files?' })
  await expect(title).toBeFocused()
  await expect(page.getByText('mirall, Linux')).toBeVisible()
  await expect(page.getByText('127.0.0.1')).toBeVisible()
  expect((await ask()).status).toBe(404)
  await page.getByRole('button', { name: 'Let it in' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(person.password)
  await proof.getByRole('button', { name: /Confirm|Continue/ }).click()
  await expect(page.getByRole('heading', { name: 'The program is connected' })).toBeVisible()
  const { loginName, appPassword } = (await (await ask()).json()) as Record<string, string>
  const authorization = `Basic ${Buffer.from(`${loginName}:${appPassword}`).toString('base64')}`
  const files = await fetch(`${baseURL}/remote.php/dav/files/${loginName}/`, {
    method: 'PROPFIND',
    headers: { authorization, depth: '0' },
  })
  expect(files.status).toBe(207)
  // Its link is good for nothing any more.
  await page.goto('/files')
  await page.goto(login)
  await expect(page.getByRole('heading', { name: 'This request is no longer valid' })).toBeVisible()
})

test('whoever is signed out signs in first, and refuses a program that they do not know', async ({
  page,
  baseURL,
  server,
  person,
}) => {
  test.slow()
  const { login, ask } = await askAsProgram(baseURL)
  await page.goto(login)
  // The token of the request is kept by the tab, and is in no address.
  await expect(page).toHaveURL(/\/signin\?from=(%2F|\/)connect$/)
  await signInQuickly(page, server, person)
  await page.goto('/connect')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing was connected' })).toBeVisible()
  expect((await ask()).status).toBe(404)
})
