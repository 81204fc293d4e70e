import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signInQuickly, test } from './story.ts'

test('what is in the trash is found by its name, looked at, and deleted without the rest', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const ids: string[] = []
  for (const name of ['Sea report.txt', 'report of May.txt', 'budget.csv', 'plan.md']) {
    ids.push((await drive.paths.put(name, new Blob([`this is ${name}`]))).id)
  }
  await drive.files.trash(ids)
  await signInQuickly(page, server, person)
  await page.goto('/trash')
  const rows = page.getByRole('row').filter({ hasText: /\.(txt|csv|md)/ })
  await expect(rows).toHaveCount(4)
  const clear = page.getByRole('button', { name: 'Empty trash' })
  await expect(clear).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Search the trash' })
  await field.fill('REPORT')
  await expect(rows).toHaveText([/report of May\.txt|Sea report\.txt/, /report/])
  // It would delete more than what is shown.
  await expect(clear).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await rows.filter({ hasText: 'Sea report.txt' }).dblclick()
  await expect(page.getByRole('dialog')).toContainText('this is Sea report.txt')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await rows.first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Deleted 2 items for good')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing called “REPORT”' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(rows).toHaveText([/budget\.csv|plan\.md/, /budget\.csv|plan\.md/])
  await expect(clear).toBeVisible()
  const { files } = await drive.lists.trash()
  expect(files.map(({ name }) => name).sort()).toEqual(['budget.csv', 'plan.md'])
})
