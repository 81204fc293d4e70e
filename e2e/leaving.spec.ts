import { createAdmin } from '@awan/client/admin'
import { createDriveClient, listLosses } from '@awan/client/drive'
import { createLinks } from '@awan/client/links'
import { openClient } from './open-drive.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

test('before an account is deleted, it names what others would lose, and hands it over', async ({
  page,
  server,
  person: boss,
}) => {
  const budi = await createPerson(server, 'Budi Santoso')
  const citra = await createPerson(server, 'Citra Dewi')
  const [bossClient, client, other] = [
    await openClient(server, boss),
    await openClient(server, budi),
    await openClient(server, citra),
  ]
  const [{ sub }, citraMe] = [await client.user.me(), await other.user.me()]
  const { drives } = createAdmin(bossClient)
  const { sudo_token } = await bossClient.user.sudo({ password: boss.password })
  const { id: driveId } = await drives.create({ name: 'Choir', manager_sub: sub, sudo_token })
  const drive = createDriveClient(client)
  const songs = await drive.files.createFolder({ parent_id: 'root', name: 'Songs' })
  await drive.paths.put('Songs/first.txt', new Blob(['la la la']))
  const plans = await drive.files.createFolder({ parent_id: 'root', name: 'Plans' })
  const grantee = { kind: 'person', sub: citraMe.sub } as const
  await drive.shares.create(songs.id, { grantee, role: 'viewer' })
  await drive.shares.create(plans.id, { grantee, role: 'viewer' })
  await createLinks(client).create(songs.id)

  await signInQuickly(page, server, budi)
  const main = page.getByRole('main')
  await page.goto('/account/data/delete')
  await expect(page.getByRole('heading', { name: 'What others will lose' })).toBeVisible()
  await expect(page.getByText('Shared with anyone with the link and Citra Dewi')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Team drives that only you manage' }),
  ).toBeVisible()
  await expectAccessible(page)

  // Each is a link to look at it.
  await main.getByRole('link', { name: 'Plans' }).click()
  await expect(page).toHaveURL(/\/files/)
  await page.goBack()
  await main.getByRole('link', { name: 'Choir' }).click()
  await expect(page).toHaveURL(new RegExp(`/drives/${driveId}/`))
  await page.goBack()

  await page.getByLabel('Choose Songs').check()
  await page.getByRole('button', { name: 'Move 1 item to a team drive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Team drive')).toHaveValue(driveId)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move 1 item' }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  await expect(main.getByRole('link', { name: 'Songs' })).toBeHidden()
  await expect(main.getByRole('link', { name: 'Plans' })).toBeVisible()
  const choir = createDriveClient(client, { driveId })
  expect((await choir.files.list()).files).toMatchObject([{ name: 'Songs' }])

  await page.getByRole('button', { name: 'Appoint another manager of Choir' }).click()
  await dialog.getByRole('combobox').fill('citra')
  await dialog.getByRole('option', { name: /Citra Dewi/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make manager' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Team drives that only you manage' })).toBeHidden()
  expect(await listLosses(client)).toMatchObject({
    shares: [{ file: { name: 'Plans' } }],
    team_drives: [],
  })

  // What is left over does not keep anybody from leaving.
  await page.getByLabel('Type your name to confirm').fill('Budi Santoso')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Password', { exact: true }).fill(budi.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/goodbye$/)
  expect((await createDriveClient(other, { driveId }).files.list()).files).toMatchObject([
    { name: 'Songs' },
  ])
})
