import { signInQuickly } from '../story.ts'
import { openNew } from '../upload-tray.ts'
import { test } from './see.ts'
import { confirm } from './steps.ts'

test('the tour visits the steps that connect a device, and files that come from links', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await openNew(page, 'From a link…')
  const fetching = page.getByRole('dialog', { name: 'Add files from links' })
  await fetching
    .getByRole('textbox', { name: 'Addresses' })
    .fill('https://example.org/alps.jpg\nexample.org/route.gpx\n')
  await fetching.getByText('Line 2 is not a complete address').waitFor()
  await see(page, 'drive-fetch')

  await page.goto('/account/apps#connect')
  const dialog = page.getByRole('dialog', { name: 'Connect a device' })
  await dialog.getByLabel('Program').waitFor()
  await see(page, 'account-connect')
  await dialog.getByLabel('Program').selectOption('Nextcloud app on a phone')
  await dialog.getByRole('button', { name: 'Create an app password' }).click()
  await confirm(page, person)
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  await see(page, 'account-connected')
})
