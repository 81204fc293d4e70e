import { createAccountCentre } from '@awan/client/account-centre'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { createLinks } from '@awan/client/links'
import { letAppIn, totpCode } from '../account-calls.ts'
import { giveAuthenticator } from '../authenticator.ts'
import { openClient } from '../open-drive.ts'
import { createPerson, expect, signIn, signInQuickly } from '../story.ts'
import { test } from './see.ts'
import { confirm, NEW_EMAIL } from './steps.ts'
import { looks } from './stop.ts'

test('the tour visits the profile, appearance and data pages of an account, and its deletion', async ({
  page,
  server,
  see,
}) => {
  test.slow()
  // The first account of a server rules it, and may not leave: this is a later one.
  const person = await createPerson(server, 'Mei Lin', NEW_EMAIL)
  const other = await createPerson(server, 'Budi Santoso', 'budi@example.org')
  await signInQuickly(page, server, person)
  await page.setViewportSize(looks.phone.size)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  await see(page, 'account')

  await page.goto('/account/profile')
  await page.getByRole('heading', { name: 'Contacts' }).waitFor()
  await see(page, 'account-profile')
  await page.getByRole('button', { name: 'Edit: Username' }).click()
  await page.getByRole('dialog').getByLabel('Username').fill('rani')
  await see(page, 'account-edit')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('nine lamps along a wet road')
  await see(page, 'account-password')

  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await see(page, 'account-confirm')
  await confirm(page, person)
  await page.getByLabel('New e-mail').fill(other.email)
  // One code a minute goes to a mailbox.
  await server.advance(61_000)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(other.email))
  await expect(page.getByRole('dialog')).toContainText('Another account has it')
  await see(page, 'account-contact')
  await page.keyboard.press('Escape')

  for (const [path, heading, name] of [
    ['/account/apps', 'No app has access', 'account-apps-none'],
    ['/account/appearance', 'Language and look', 'account-appearance'],
    ['/account/data', 'Your data', 'account-data'],
    ['/account/data/delete', 'What will be lost', 'account-delete'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await see(page, name)
  }
  await page.getByLabel('Type your name to confirm').fill(person.name)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await confirm(page, person)
  await page.getByRole('heading', { name: 'Your account will be deleted' }).waitFor()
  await see(page, 'goodbye')
})

test('the tour visits what others would lose with an account', async ({
  page,
  server,
  person: boss,
  see,
}) => {
  test.slow()
  const person = await createPerson(server, 'Mei Lin', NEW_EMAIL)
  const other = await createPerson(server, 'Budi Santoso', 'budi@example.org')
  const [bossClient, client] = [await openClient(server, boss), await openClient(server, person)]
  const { sub } = await (await openClient(server, other)).user.me()
  const { sudo_token } = await bossClient.user.sudo({ password: boss.password })
  const manager_sub = (await client.user.me()).sub
  await createAdmin(bossClient).drives.create({ name: 'Choir', manager_sub, sudo_token })
  const drive = createDriveClient(client)
  for (const name of ['Songs', 'Concert']) {
    const folder = await drive.files.createFolder({ parent_id: 'root', name })
    await drive.shares.create(folder.id, { grantee: { kind: 'person', sub }, role: 'viewer' })
    if (name === 'Songs') await createLinks(client).create(folder.id)
  }
  await signInQuickly(page, server, person)
  await page.goto('/account/data/delete')
  await page.getByLabel('Choose Songs').check()
  await see(page, 'account-losses')
  await page.getByRole('button', { name: 'Move 1 item to a team drive' }).click()
  await page.getByLabel('Team drive').waitFor()
  await see(page, 'account-hand-over')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Appoint another manager of Choir' }).click()
  await page.getByRole('combobox').waitFor()
  await see(page, 'account-appoint')
})

test('the tour visits the security, devices, apps and activity pages of an account', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  await giveAuthenticator(page)
  await signIn(page, person)
  await letAppIn(server, person)
  const client = await openClient(server, person)
  const { sudo_token } = await client.user.sudo({ password: person.password })
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await confirm(page, person)
  await page.getByLabel('Code that the app shows').waitFor()
  await see(page, 'account-authenticator')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = totpCode(`otpauth://totp/x?secret=${secret}`, server.now())
  await page.getByLabel('Code that the app shows').fill(code)
  await page.getByRole('button', { name: 'I have kept them' }).waitFor()
  await see(page, 'account-recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 left.').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Not used yet').waitFor()
  await see(page, 'account-security')

  for (const [path, text, name] of [
    ['/account/devices', 'Chrome on', 'account-devices'],
    ['/account/apps', 'Sun Prints', 'account-apps'],
    ['/account/activity', 'An app was let in', 'account-activity'],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    await see(page, name)
  }
  const { appPasswords } = createAccountCentre(client)
  await appPasswords.create({ name: 'Scanner', sudo_token })
  await appPasswords.create({ name: 'Old laptop', read_only: true, sudo_token })
  await page.goto('/account/apps')
  await page.getByText('Old laptop').waitFor()
  await see(page, 'account-app-passwords')
})
