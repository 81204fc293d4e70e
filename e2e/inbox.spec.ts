import { openDrive } from './open-drive.ts'
import { createPerson, expect, signInQuickly, test } from './story.ts'

test('the bell counts what is shared, live, and leads there; a request for access is granted from the inbox', async ({
  page,
  person,
  server,
  browser,
}) => {
  test.slow()
  const drive = await openDrive(server, person)
  const trip = await drive.files.createFolder({ name: 'Trip' })
  const plans = await drive.files.createFolder({ name: 'Plans' })
  const driveId = (await drive.about()).drive_id
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const ben = await createPerson(server, 'Ben Adi')
  await using other = await browser.newContext({ baseURL: server.url })
  const colleague = await other.newPage()
  const { sub } = await signInQuickly(colleague, server, ben)
  await colleague.goto('/inbox')
  await expect(colleague.getByRole('heading', { name: 'Your inbox is empty' })).toBeVisible()
  await colleague.goto('/files')
  await expect(colleague.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()

  // Ana shares; Ben's bell counts it by itself, and leads to the folder.
  await drive.shares.create(trip.id, { grantee: { kind: 'person', sub }, role: 'editor' })
  await colleague.getByRole('link', { name: 'Inbox, 1 unread' }).click()
  const messages = colleague.getByRole('list', { name: 'Messages' })
  await expect(messages.getByRole('listitem')).toContainText('Editor')
  await messages.getByRole('link', { name: 'Rani Setia shared “Trip” with you' }).click()
  await expect(colleague.getByRole('heading', { name: 'Trip', level: 1 })).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()

  // Ben opens an address that leads to nothing for him, and asks.
  await colleague.goto(`/drives/${driveId}/files/${plans.id}`)
  await colleague.getByRole('button', { name: 'Ask for access' }).click()
  await colleague.getByRole('textbox', { name: 'Message (optional)' }).fill('I plan with you')
  await colleague.getByRole('button', { name: 'Send request' }).click()
  await expect(colleague.getByText('Your request is on its way')).toBeVisible()

  // Ana sees it at once, and grants it.
  await page.getByRole('link', { name: 'Inbox, 1 unread' }).click()
  await expect(page.getByText('I plan with you')).toBeVisible()
  await page.getByRole('combobox', { name: 'Role for Ben Adi' }).selectOption('Contributor')
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ben Adi asks' })).toContainText(
    'Granted',
  )
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()

  // Ben's page opens by itself; he marks all as read, and deletes what he has seen.
  await expect(colleague.getByRole('heading', { name: 'Plans', level: 1 })).toBeVisible()
  await colleague.getByRole('link', { name: 'Inbox, 1 unread' }).click()
  await colleague.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(colleague.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await colleague.getByRole('button', { name: /^Delete the message: .*“Plans”/ }).click()
  await expect(messages.getByRole('listitem')).toHaveCount(1)

  // He wants no e-mails about it, also after a reload.
  const mails = colleague.getByRole('combobox', { name: 'Something is shared with you' })
  await mails.selectOption('Never')
  await expect(mails).toHaveValue('never')
  await colleague.reload()
  await expect(mails).toHaveValue('never')
})
