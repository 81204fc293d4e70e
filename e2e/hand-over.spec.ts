import { createDriveClient } from '@awan/client/drive'
import { openClient, openDrive } from './open-drive.ts'
import { createPerson, expect, signInQuickly, test } from './story.ts'

test('a folder is handed over: offered, taken back, offered again, accepted into a folder, and everybody keeps their access', async ({
  page,
  person,
  server,
  browser,
}) => {
  test.slow()
  const drive = await openDrive(server, person)
  const trip = await drive.files.createFolder({ name: 'Trip' })
  const [ben, eva] = [await createPerson(server, 'Ben Adi'), await createPerson(server, 'Eva Lim')]
  await signInQuickly(page, server, person)
  await using other = await browser.newContext({ baseURL: server.url })
  const colleague = await other.newPage()
  const { sub: benSub } = await signInQuickly(colleague, server, ben)
  const evas = await openClient(server, eva)
  const { sub: evaSub } = await evas.user.me()
  await drive.shares.create(trip.id, { grantee: { kind: 'person', sub: evaSub }, role: 'viewer' })
  // Who has shared something is found by their name.
  const notes = await drive.files.createFolder({ name: 'Notes' })
  await drive.shares.create(notes.id, { grantee: { kind: 'person', sub: benSub }, role: 'viewer' })
  const home = await (await openDrive(server, ben)).files.createFolder({ name: 'Home' })

  async function offer() {
    await page.goto('/files')
    await page.getByRole('row', { name: /Trip/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hand over…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hand over “Trip”' })
    await dialog.getByRole('combobox').fill('Ben')
    await dialog.getByRole('option', { name: /Ben Adi/ }).click()
    await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Yours now')
    await dialog.getByRole('button', { name: 'Offer', exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  await offer()
  await page.goto('/shared?tab=by-me')
  await page.getByRole('button', { name: 'Take back the offer of Trip' }).click()
  await expect(page.getByRole('heading', { name: 'Open offers' })).toBeHidden()
  await offer()

  await colleague.goto('/inbox')
  const message = colleague.getByRole('listitem').filter({ hasText: 'hand over “Trip” to you' })
  await expect(message).toContainText('Yours now')
  await message.getByRole('button', { name: 'Accept…' }).click()
  const place = colleague.getByRole('dialog', { name: 'Where should “Trip” go?' })
  // Whom Ben answers for from then on, he reads before.
  await expect(place.getByRole('list', { name: 'Who keeps access' })).toContainText('Eva LimViewer')
  await place.getByRole('treeitem', { name: 'Home' }).click()
  await place.getByRole('button', { name: 'Move to Home' }).click()
  await expect(message).toContainText('Accepted')
  await colleague.goto(`/files/${home.id}`)
  await expect(colleague.getByRole('row', { name: /Trip/ })).toBeVisible()

  // Eva still sees it, and Rani still edits it.
  const bens = await openDrive(server, ben)
  const { drive_id } = await bens.about()
  const [there] = (await bens.files.list({ parent_id: home.id })).files
  const forEva = createDriveClient(evas, { driveId: drive_id })
  expect((await forEva.files.get(there?.id ?? '')).capabilities).toEqual(['view'])
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Ben Adi has accepted “Trip”' }).click()
  await expect(page.getByRole('heading', { name: 'Trip', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
})
