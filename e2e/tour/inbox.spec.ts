import { createDriveClient } from '@awan/client/drive'
import { createInbox, createOffers } from '@awan/client/inbox'
import { createLinks, openVisit } from '@awan/client/links'
import { openClient, openDrive } from '../open-drive.ts'
import { createPerson, signInQuickly } from '../story.ts'
import { test } from './see.ts'

test('the tour visits the inbox, and the page that asks for access', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const ana = await createPerson(server, 'Ana Lestari', 'ana.lestari@example.org')
  const { sub } = await signInQuickly(page, server, person)
  await page.goto('/inbox')
  await page.getByRole('heading', { name: 'Your inbox is empty' }).waitFor()
  await page.getByRole('combobox', { name: 'Your role is changed' }).waitFor()
  await see(page, 'inbox-empty')

  const me = { kind: 'person', sub } as const
  const hers = await openDrive(server, ana)
  const { drive_id } = await hers.about()
  const folder = (name: string) => hers.files.createFolder({ name })
  const [choir, letters, diary] = [
    await folder('Choir'),
    await folder('Letters'),
    await folder('Diary'),
  ]
  const { id: ended } = await hers.shares.create(letters.id, { grantee: me, role: 'viewer' })
  await hers.shares.create(choir.id, { grantee: me, role: 'editor' })
  await hers.shares.revoke(ended)

  const client = await openClient(server, person)
  const drive = createDriveClient(client)
  const invoices = await drive.files.createFolder({ name: 'Invoices' })
  const trips = await drive.files.createFolder({ name: 'Trips' })
  const { token = '' } = await createLinks(client).create(invoices.id, {
    role: 'drop',
    ask_name: true,
  })
  const visit = await openVisit(await openClient(server, ana), { token, name: 'Bima' })
  const drop = createDriveClient(visit.host)
  for (const name of ['march.pdf', 'april.pdf']) {
    await drop.uploads.upload(new Blob([name]), { name, parent_id: invoices.id })
  }
  await createInbox(await openClient(server, ana)).ask({
    drive_id: (await drive.about()).drive_id,
    file_id: trips.id,
    message: 'I was there too: may I see the pictures?',
  })
  await createOffers(await openClient(server, ana)).make(letters.id, {
    to_sub: sub,
    note: 'You will take better care of them',
  })
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Accept…' }).waitFor()
  await page.getByRole('button', { name: 'Grant', exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Your role is changed' }).waitFor()
  await see(page, 'inbox')
  await page.getByRole('button', { name: 'Accept…' }).click()
  await page.getByRole('treeitem', { name: 'Trips' }).waitFor()
  await see(page, 'inbox-accept')

  await page.goto('/files')
  await page.getByRole('row', { name: 'Trips' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Hand over…' }).click()
  await page.getByRole('checkbox', { name: 'I can edit it afterwards' }).waitFor()
  await see(page, 'drive-offer')

  await page.goto(`/drives/${drive_id}/files/${diary.id}`)
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await page.getByRole('button', { name: 'Send request' }).waitFor()
  await see(page, 'inbox-ask')
})
