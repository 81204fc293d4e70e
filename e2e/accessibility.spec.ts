import { checkEverywhere } from './check-everywhere.ts'
import { createPerson, expectAccessible, newPerson, noise, signIn, test } from './story.ts'

test('the sign-in and sign-up pages are accessible', async ({ page, server }) => {
  test.slow()
  await createPerson(server)
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Type your password.').waitFor()
  await checkEverywhere(page, 'sign-in with a problem')

  const { email } = newPerson()
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill(email)
  await checkEverywhere(page, 'sign-up')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await checkEverywhere(page, 'the code')
  await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
  await page.getByLabel('Password', { exact: true }).fill('weak but long')
  await checkEverywhere(page, 'name and password')
})

test('the drive pages are accessible', async ({ page, person }) => {
  test.slow()
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Your files will live here' }).waitFor()
  await checkEverywhere(page, 'the empty drive')

  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').waitFor()
  await checkEverywhere(page, 'a dialog')
  await page
    .getByLabel('Folder name')
    .fill('A folder whose name goes on and on, far beyond any column'.repeat(3))
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('row', { name: /A folder whose name/ }).waitFor()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: noise(2000) }
  await (await choosing).setFiles([notes, notes, { ...notes, buffer: noise(5000, 7) }])
  await page.getByText('Do the same for all 2 taken names').waitFor()
  await checkEverywhere(page, 'files and the tray')

  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('/files/nothing-here')
  await page.getByRole('heading', { name: 'This folder is not here any more' }).waitFor()
  await checkEverywhere(page, 'a missing folder')
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  await checkEverywhere(page, 'a missing page')
})
