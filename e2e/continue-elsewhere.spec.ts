import { checkEverywhere } from './check-everywhere.ts'
import { expect, signInQuickly, test } from './story.ts'

test('a person sees what this device may do, and continues on a phone with a link that works once', async ({
  page,
  server,
  person,
  browser,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/account/devices')
  const here = page.getByRole('region', { name: 'This device' })
  const may = here.getByRole('list', { name: 'What this device may do' })
  await expect(may).toContainText('Reads and changes your files')
  await expect(here).toContainText('Signed out if not used until')

  const dialog = page.getByRole('dialog', { name: 'Continue on another device' })
  const readLink = async () => (await dialog.getByText(/#/).textContent()) ?? ''
  await here.getByRole('button', { name: 'Continue on another device' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(person.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await checkEverywhere(page, 'the link for another device')
  // Looking at it from all sides may have taken its minute.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await here.getByRole('button', { name: 'Continue on another device' }).click()
  const link = await readLink()
  expect(link).toContain(`${server.url}/continue#`)

  const phone = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const away = await phone.newPage()
  const asked: string[] = []
  away.on('request', (request) => asked.push(request.url()))
  await away.goto(link)
  await expect(away.getByRole('heading', { name: `Sign in as ${person.name}?` })).toBeFocused()
  await expect(away).toHaveURL(`${server.url}/continue`)
  await away.getByRole('button', { name: 'Sign in' }).click()
  await expect(away).toHaveURL(/\/files$/)
  const token = link.slice(link.indexOf('#') + 1)
  expect(asked.filter((url) => url.split('#', 1)[0]?.includes(token))).toEqual([])

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Other devices' })).toContainText('Chrome')

  const late = await phone.newPage()
  await late.goto(link)
  await expect(late.getByRole('heading', { name: 'This link is no longer valid' })).toBeFocused()
  await checkEverywhere(late, 'a link that was used')
  await phone.close()
})
