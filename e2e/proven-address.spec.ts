import { openLinks, pageOf } from './open-links.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  noise,
  signInQuickly,
  test,
} from './story.ts'

test('an owner asks visitors for their mail address, a visitor proves it by a code, and the owner sees who sent what', async ({
  page,
  server,
  person,
  browser,
}) => {
  test.slow()
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Essays' })
  const link = await links.create(folder.id, { role: 'drop', label: 'Hand in your essay' })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'Essays' }).focus()
  await page.keyboard.press('Control+Shift+e')
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  await dialog.getByRole('button', { name: 'Settings' }).click()
  await dialog.getByLabel('Ask visitors for a proven e-mail address').check()
  await dialog.getByLabel('E-mails about what arrives').selectOption('At once')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect
    .poll(async () => (await links.list(folder.id)).links[0])
    .toMatchObject({ ask_email: true, arrival_mail: 'at_once' })

  // On the narrowest screen, in the dark, by the keyboard alone.
  await using visiting = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  })
  const visitor = await visiting.newPage()
  await visitor.goto(pageOf(link))
  const email = visitor.getByLabel('E-mail', { exact: true })
  await expect(email).toBeFocused()
  await expectAccessible(visitor)
  await expectNoSidewaysScroll(visitor)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('Type your e-mail address.')).toBeVisible()
  await visitor.keyboard.type('ben@example')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('This does not look like an e-mail address.')).toBeVisible()
  await visitor.keyboard.type('.org')
  await visitor.keyboard.press('Enter')
  const code = visitor.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await expect(visitor.getByText('We sent a six-digit code to ben@example.org.')).toBeVisible()
  await expectAccessible(visitor)
  await expectNoSidewaysScroll(visitor)
  const right = await server.codeFor('ben@example.org')
  await visitor.keyboard.type(right === '000000' ? '000001' : '000000')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('')
  await visitor.keyboard.type(right)
  await expect(visitor.getByRole('heading', { name: 'Hand in your essay' })).toBeVisible()

  // A reload asks for nothing again.
  await visitor.reload()
  const chooser = visitor.waitForEvent('filechooser')
  await visitor.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: noise(100) })
  await expect(visitor.getByRole('button', { name: 'Withdraw a.txt' })).toBeVisible()

  await page.reload()
  await page.getByRole('row', { name: 'Essays' }).focus()
  await page.keyboard.press('Control+Shift+e')
  await dialog.getByRole('button', { name: 'What has arrived' }).click()
  await expect(dialog.getByText('From ben@example.org')).toBeVisible()
  await expect(dialog.getByText('Address proven by a code: ben@example.org')).toBeVisible()
  await expectAccessible(page)
})
