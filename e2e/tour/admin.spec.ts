import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { CLIENT, startIdentityProvider } from '../identity-provider.ts'
import { openClient } from '../open-drive.ts'
import { openLinks } from '../open-links.ts'
import { createPerson, signInQuickly } from '../story.ts'
import { test } from './see.ts'
import { confirm } from './steps.ts'
import { looks } from './stop.ts'

test('the tour visits the overview, people, storage, health, events and settings of the administration', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  for (const [name, email] of [
    ['Budi Santoso', 'budi@example.org'],
    ['김하늘', 'haneul@example.org'],
    ['陳美玲', 'meiling@example.org'],
    ['Nurul Huda', 'nurul@example.org'],
  ] as const) {
    await createPerson(server, name, email)
  }
  await signInQuickly(page, server, person)
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Trips' })
  await links.create(folder.id, { label: 'Our summer', password: 'tangerine under snow' })
  await links.create(folder.id, { role: 'drop', expires_at: '2037-01-31T12:00:00Z' })
  await page.setViewportSize(looks.phone.size)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'People' }).waitFor()
  await see(page, 'admin')
  for (const [path, heading, name] of [
    ['/admin/overview', 'Overview', 'admin-overview'],
    ['/admin/people', 'People', 'admin-people'],
    ['/admin/storage', 'Storage', 'admin-storage'],
    ['/admin/links', 'Rules for links', 'admin-links'],
    ['/admin/health', 'Parts of the server', 'admin-health'],
    ['/admin/events', 'Audit log', 'admin-events'],
    ['/admin/settings', 'AWAN_HOST', 'admin-settings'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await see(page, name)
  }
  await page.goto('/admin/people')
  await page.getByRole('link', { name: /Budi Santoso/ }).click()
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  await see(page, 'admin-person')
  await page.getByRole('button', { name: 'Freeze account' }).click()
  await page.getByLabel('Reason (optional)').fill('reported as stolen')
  await see(page, 'admin-freeze')
})

test('the tour visits the administration of groups and team drives', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const budi = await createPerson(server, 'Budi Santoso', 'budi@example.org')
  await createPerson(server, '김하늘', 'haneul@example.org')
  await createPerson(server, '陳美玲', 'meiling@example.org')
  await signInQuickly(page, server, person)
  await page.goto('/admin/groups')
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor()
  await see(page, 'admin-groups-none')
  await page.goto('/admin/drives')
  await page.getByRole('heading', { name: 'No team drives yet' }).waitFor()
  await see(page, 'admin-drives-none')

  const client = await openClient(server, person)
  const { groups, drives, users } = createAdmin(client)
  const { sudo_token } = await client.user.sudo({ password: person.password })
  const choir = await groups.create({ name: 'Choir', sudo_token })
  const parents = await groups.create({ name: 'Parents', sudo_token })
  const everybody = (await users.search()).users
  for (const { sub } of everybody.slice(0, 3)) {
    await groups.addMember(choir.id, { sub }, { sudo_token })
  }
  await groups.addMember(choir.id, { group_id: parents.id }, { sudo_token })
  const manager_sub = everybody.find(({ name }) => name === 'Budi Santoso')?.sub ?? ''
  for (const [name, quota_bytes] of [
    ['Choir', 2_000_000],
    ['Garden of the neighbours', null],
  ] as const) {
    const { id } = await drives.create({ name, manager_sub, quota_bytes, sudo_token })
    const drive = createDriveClient(await openClient(server, budi), { driveId: id })
    await drive.paths.put('songs.bin', new Blob([new Uint8Array(1_500_000)]))
  }

  await page.goto('/admin/groups')
  await page.getByRole('link', { name: /Choir/ }).waitFor()
  await see(page, 'admin-groups')
  await page.getByRole('link', { name: /Choir/ }).click()
  await page.getByRole('link', { name: 'Parents' }).waitFor()
  await see(page, 'admin-group')
  await page.getByRole('button', { name: 'Add members' }).click()
  await page.getByRole('option').first().click()
  await see(page, 'admin-group-add')
  await page.goto('/admin/drives')
  await page.getByText('Garden of the neighbours').waitFor()
  await see(page, 'admin-drives')
  await page.getByRole('link', { name: 'New team drive' }).click()
  await page.getByLabel('Name').fill('Orchestra')
  await page.getByRole('button', { name: 'Choose a person' }).click()
  await page.getByRole('option', { name: /Budi Santoso/ }).click()
  await see(page, 'admin-new-drive')
})

test('the tour visits the administration of apps', async ({ page, server, person, see }) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/admin/apps')
  await page.getByRole('heading', { name: 'No apps yet' }).waitFor()
  await see(page, 'admin-apps-none')
  await page.getByRole('link', { name: 'Register app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Photo frame')
  await page.getByLabel('Redirect URIs').fill('https://frame.example.org/callback')
  await see(page, 'admin-new-app')
  await page.getByRole('button', { name: 'Register app' }).click()
  await confirm(page, person)
  await page.getByRole('button', { name: 'I have kept it' }).waitFor()
  await see(page, 'admin-app-secret')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Renew secret' }).waitFor()
  await see(page, 'admin-app')
  await page.goto('/admin/apps')
  await page.getByRole('link', { name: /Photo frame/ }).waitFor()
  await see(page, 'admin-apps')
})

test('the tour visits the administration of identity providers', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  await using provider = await startIdentityProvider(`${server.url}/provider-callback`)
  await signInQuickly(page, server, person)
  await page.goto('/admin/providers')
  await page.getByRole('heading', { name: 'In use' }).waitFor()
  await see(page, 'admin-providers')
  await page.getByRole('link', { name: 'OpenID Connect' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is needed.').first().waitFor()
  await see(page, 'admin-new-provider')
  await page.getByLabel('Short name in addresses').fill('office')
  await page.getByLabel('Client id', { exact: true }).fill(CLIENT.id)
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client secret').fill(CLIENT.secret)
  await page.getByLabel('Name on the button').fill('Office')
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page, person)
  await page.getByRole('link', { name: /Office/ }).click()
  await page.getByText('A secret is stored.').waitFor()
  await see(page, 'admin-provider')
})

test('the tour visits the administration of webhooks', async ({ page, server, person, see }) => {
  test.slow()
  const receiver = createServer((_, response) => response.writeHead(204).end())
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  await signInQuickly(page, server, person)
  await page.goto('/admin/webhooks')
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await see(page, 'admin-webhooks')
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByLabel('All events').uncheck()
  await page.getByLabel('account.signed_up').check()
  await see(page, 'admin-new-webhook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await confirm(page, person)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Delivered').first().waitFor()
  await see(page, 'admin-webhook')
  receiver.closeAllConnections()
  receiver.close()
})
