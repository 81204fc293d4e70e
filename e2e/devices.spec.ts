import { expect, signIn, signInQuickly, test } from './story.ts'

test('a person signs out one other device or all of them', async ({
  page,
  server,
  person,
  browser,
}) => {
  test.slow()
  const phone = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const away = await phone.newPage()
  await signIn(away, person)
  await away.goto('/files')
  await signInQuickly(page, server, person)
  await page.goto('/account/devices')
  const here = page.getByRole('region', { name: 'This device' })
  const others = page.getByRole('region', { name: 'Other devices' })
  await expect(here).toContainText(/Last seen: Today/)
  await expect(others).toContainText('Safari on iOS')

  const dialog = page.getByRole('dialog')
  await others.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await expect(dialog).toContainText('Sign out “Safari on iOS”?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(others).toContainText('Safari on iOS')
  await others.getByRole('button', { name: 'Sign out Safari on iOS' }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(others).not.toContainText('Safari on iOS')
  await away.goto('/files')
  await expect(away).toHaveURL(/\/signin/)

  await signIn(away, person)
  await page.reload()
  await others.getByRole('button', { name: 'Sign out all others' }).click()
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(others).toContainText('You are signed in nowhere else.')
  await phone.close()
})
