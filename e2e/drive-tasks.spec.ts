import { checkEverywhere } from './check-everywhere.ts'
import { openDrive } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'

test('long work is found again on every page that is opened, and can be stopped', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const many = await drive.files.createFolder({ name: 'Many' })
  const inside = Array.from({ length: 2500 }, (_, n) => ({
    kind: 'folder' as const,
    path: `Folder ${n}`,
  }))
  await drive.uploads.bundle(inside, { parent_id: many.id })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: 'Many' })).toBeVisible()

  // One after the other they take longer than a page to open.
  const begun = []
  for (let copy = 0; copy < 3; copy += 1) begun.push(await drive.files.copy([many.id], 'root'))
  await page.reload()
  const tray = page.getByRole('region', { name: 'Tasks' })
  await expect(tray.getByRole('heading', { name: /tasks? under way/ })).toBeVisible()
  await expect(tray.getByRole('progressbar', { name: 'Copying files' }).first()).toBeVisible()
  await tray.getByRole('button', { name: 'Cancel: Copying files' }).first().click()
  await expect(tray.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('Copying files: cancelled')).toBeAttached()
  const newest = begun.at(-1)
  expect((await drive.tasks.get(newest?.task_id ?? '')).phase).toBe('cancelled')

  // Stopped from another device, and seen here.
  for (const { task_id } of begun) await drive.tasks.cancel(task_id)
  await expect(tray.getByRole('heading', { name: /tasks? finished/ })).toBeVisible()
  await checkEverywhere(page, 'tasks')
  await tray.getByRole('button', { name: 'Close tasks' }).click()
  await expect(tray).toBeHidden()
})
