import { expect, type Page } from '@playwright/test'
import { drawPictures } from '../draw-pictures.ts'
import { openDrive } from '../open-drive.ts'
import { signInQuickly } from '../story.ts'
import { test } from './see.ts'

const NOTE = `## Alps 2026

Six days from hut to hut, **north to south**.

| Day | Hut | Ascent |
| --- | --- | --- |
| 1 | Lötschen | 900 m |
| 2 | Oberaar | 1,150 m |

- [x] Book the huts
- [ ] Buy a map

> The bus back leaves at four.
`

test('the tour visits a folder, its menus, details and previews, the trash and the activity', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const drive = await openDrive(server, person)
  await signInQuickly(page, server, person)
  for (const [index, picture] of (await drawPictures(page, 8)).entries()) {
    await drive.paths.put(`Alps 2026/alps-${index + 1}.jpg`, picture)
  }
  const note = await drive.paths.put('Alps 2026/Our route.md', new Blob([NOTE]))
  await drive.paths.put('Alps 2026/Maps/north.gpx', new Blob(['a track']))
  await drive.paths.put('Alps 2026/budget.csv', new Blob(['what,price\nhut,90\n']))
  await drive.files.update(note.id, { tags: ['holiday'], starred: true })
  const old = await drive.paths.put('Alps 2025 draft.md', new Blob(['old']))
  await drive.files.trash([old.id])
  const folder = `/files/${note.parent_id}`

  await page.goto(folder)
  await page.getByRole('button', { name: 'Grid' }).click()
  await untilDrawn(page)
  await see(page, 'drive-grid')
  await page.getByRole('button', { name: 'List' }).click()

  await page.getByRole('row', { name: 'alps-2.jpg' }).click()
  await page.getByRole('row', { name: 'alps-5.jpg' }).click({ modifiers: ['Shift'] })
  await page.getByText('4 selected', { exact: true }).waitFor()
  await see(page, 'drive-chosen')

  await page.getByRole('row', { name: 'Our route.md' }).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  await see(page, 'drive-menu')
  await page.keyboard.press('Escape')

  await page.getByRole('row', { name: 'Our route.md' }).click()
  await page.keyboard.press('Control+i')
  await page.getByRole('heading', { name: 'Our route.md' }).waitFor()
  await see(page, 'drive-details')
  await page.getByRole('button', { name: 'Close details' }).click()

  await page.getByRole('row', { name: 'alps-3.jpg' }).dblclick()
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
  await see(page, 'drive-preview')
  await page.goto(`${folder}?preview=${note.id}`)
  await page.getByRole('dialog').getByText('Six days from hut to hut').waitFor()
  await see(page, 'drive-note')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await see(page, 'drive-writing')

  await page.goto('/trash')
  await page.getByRole('row', { name: 'Alps 2025 draft.md' }).waitFor()
  await see(page, 'drive-trash')
  await page.goto('/activity')
  await page.getByText('Alps 2025 draft.md').first().waitFor()
  await see(page, 'drive-activity')
})

/** Those pictures that were still being made are asked for once more. */
async function untilDrawn(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .locator('img')
        .evaluateAll(
          (all) =>
            all.length >= 8 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true)
}
