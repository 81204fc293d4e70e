import { createAwanClient } from '@awan/client'
import { createDriveClient } from '@awan/client/drive'
import { createLinks, openVisit } from '@awan/client/links'
import { createNodeRuntime } from '@awan/client/node'
import { openClient } from '../open-drive.ts'
import { createPerson, expect, signInQuickly } from '../story.ts'
import { test } from './see.ts'

test('the tour visits the share dialog: who has access, people being added, a link and a drop folder', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const client = await openClient(server, person)
  const drive = createDriveClient(client)
  const links = createLinks(client)
  const ben = await openClient(server, await createPerson(server, 'Ben Kim', 'ben@example.org'))
  await ben.user.update({ username: 'ben.kim' })
  const mei = await openClient(server, await createPerson(server, 'Mei Lin', 'mei@example.org'))
  const { sub: benSub } = await ben.user.me()
  const { sub: meiSub } = await mei.user.me()

  await drive.paths.put('Family/Alps 2026/route.md', new Blob(['Six days.']))
  const { files: top } = await drive.files.list()
  const family = top.find(({ name }) => name === 'Family')?.id ?? ''
  const { files: inside } = await drive.files.list({ parent_id: family })
  const alps = inside[0]?.id ?? ''
  const photos = await drive.files.createFolder({ name: 'Photos of the choir' })
  await drive.shares.create(family, { grantee: { kind: 'person', sub: meiSub }, role: 'viewer' })
  await drive.shares.create(alps, {
    grantee: { kind: 'person', sub: benSub },
    role: 'editor',
    expires_time: '2027-09-30T20:00:00Z',
  })
  await drive.shares.create(alps, {
    grantee: { kind: 'email', email: 'guide@alpine.example' },
    role: 'contributor',
  })
  await links.create(alps, {
    role: 'viewer',
    label: 'For the other families',
    password: 'lanterns over hills',
    custom_name: 'alps-2026',
    download_limit: 20,
  })

  await signInQuickly(page, server, person)
  await page.goto(`/files/${family}`)
  await page.getByRole('row', { name: 'Alps 2026' }).click()
  await page.keyboard.press('Control+Shift+e')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('For the other families').first().waitFor()
  await see(page, 'drive-share')

  await dialog.getByRole('combobox', { name: 'Add people or groups' }).click()
  await page.keyboard.type('mei')
  await dialog.getByRole('option', { name: 'Mei Lin' }).click()
  await page.keyboard.type('be')
  await dialog.getByRole('option', { name: 'Ben Kim' }).waitFor()
  await see(page, 'drive-share-people')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ben.x')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nobody has the username')).toBeVisible()
  await see(page, 'drive-share-unknown')

  await dialog.getByRole('button', { name: 'Settings' }).click()
  await dialog.getByRole('button', { name: 'Save link' }).scrollIntoViewIfNeeded()
  await see(page, 'drive-share-link')

  const drop = await links.create(photos.id, {
    role: 'drop',
    label: 'Send us your photos of the concert',
    ask_name: true,
    drop: { max_file_size: 50_000_000, types: ['image/*'] },
  })
  const visitor = createAwanClient({
    clientId: 'awan-web',
    origins: [server.url],
    runtime: createNodeRuntime(),
  })
  const visit = await openVisit(visitor, { token: drop.token ?? '', name: 'Leo' })
  await createDriveClient(visit.host).paths.put('stage.jpg', new Blob(['a picture']))
  await page.goto('/files')
  await page.getByRole('row', { name: 'Photos of the choir' }).click()
  await page.keyboard.press('Control+Shift+e')
  await dialog.getByRole('button', { name: 'What has arrived' }).click()
  await dialog.getByText('stage.jpg').waitFor()
  await see(page, 'drive-share-drop')
})
