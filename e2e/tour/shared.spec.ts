import { createDriveClient } from '@awan/client/drive'
import { createLinks } from '@awan/client/links'
import { openClient, openDrive } from '../open-drive.ts'
import { createPerson, signInQuickly } from '../story.ts'
import { test } from './see.ts'

test('the tour visits what is shared, by whom and with whom', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const ana = await createPerson(server, 'Ana Lestari', 'ana.lestari@example.org')
  const { sub: anaSub } = await signInQuickly(page, server, ana)
  const { sub } = await signInQuickly(page, server, person)
  await page.goto('/shared')
  await page.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor()
  await see(page, 'shared-empty')

  const me = { kind: 'person', sub } as const
  const hers = await openDrive(server, ana)
  const put = (path: string) => hers.paths.put(path, new Blob([path]))
  await put('Choir/Concert in spring/programme.pdf')
  await put('Choir/rehearsals.csv')
  await put('Choir/alto voices.mp3')
  const alone = await put('Letters/seating plan.pdf')
  const { files } = await hers.files.list({})
  const choir = files.find(({ name }) => name === 'Choir')?.id ?? ''
  const letters = files.find(({ name }) => name === 'Letters')?.id ?? ''
  const { id: lettersGrant, drive_id } = await hers.shares.create(letters, {
    grantee: me,
    role: 'viewer',
  })
  await hers.shares.create(alone.id, {
    grantee: me,
    role: 'viewer',
    expires_time: '2030-01-31T12:00:00Z',
  })
  await hers.shares.create(choir, {
    grantee: me,
    role: 'editor',
    note: 'For the concert in spring',
  })

  const client = await openClient(server, person)
  const drive = createDriveClient(client)
  const trips = await drive.files.createFolder({ name: 'Trips' })
  const invoices = await drive.files.createFolder({ name: 'Invoices' })
  await drive.shares.create(trips.id, { grantee: { kind: 'person', sub: anaSub }, role: 'editor' })
  await drive.shares.create(invoices.id, {
    grantee: { kind: 'email', email: 'bookkeeping@example.org' },
    role: 'viewer',
    expires_time: '2030-01-31T12:00:00Z',
  })
  const links = createLinks(client)
  await links.create(invoices.id, { role: 'drop', label: 'Send us your invoices' })
  await links.create(trips.id, {
    label: 'Our summer in the mountains',
    password: 'lanterns over quiet hills',
    download_limit: 20,
    expires_at: '2030-01-31T12:00:00Z',
  })

  await page.goto('/shared')
  await page.getByRole('row', { name: 'Choir' }).waitFor()
  await see(page, 'shared')
  await page.goto('/shared?tab=by-me')
  await page.getByRole('row', { name: 'bookkeeping' }).waitFor()
  await see(page, 'shared-by-me')
  await page.goto('/shared?tab=links')
  await page.getByRole('row', { name: 'Our summer' }).waitFor()
  await see(page, 'shared-links')
  await page.getByRole('button', { name: 'Revoke the link to Trips' }).click()
  await page.getByRole('dialog').waitFor()
  await see(page, 'shared-link-end')

  await page.goto(`/drives/${drive_id}/files/${choir}`)
  await page.getByRole('row', { name: 'rehearsals' }).waitFor()
  await see(page, 'shared-folder')

  await page.goto(`/drives/${drive_id}/files/${letters}`)
  await page.getByRole('row', { name: 'seating plan' }).waitFor()
  await hers.shares.revoke(lettersGrant)
  await page.getByRole('heading', { name: 'You no longer have access' }).waitFor()
  await see(page, 'shared-ended')

  await page.goto(`/drives/${drive_id}/file/${alone.id}`)
  await page.getByRole('row', { name: 'seating plan' }).waitFor()
  await see(page, 'shared-file')
})
