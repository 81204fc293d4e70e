import { expect, type Page } from '@playwright/test'
import { drawPictures } from '../draw-pictures.ts'
import { makeXlsx } from '../office-samples.ts'
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

/** Words, an amount in euros, and a day. */
const COSTS = sheetOf(
  ['Hut', 'Price', 'Paid on'],
  ['Lötschen', 90, 46_210],
  ['Oberaar', 74.5, 46_211],
  ['Lauteraar', 81, 46_212],
  ['Gauli', 77.5, 46_213],
  ['Dossen', 69, 46_214],
  ['Engelhorn', 58.5, 46_215],
)

function sheetOf(...rows: readonly (string | number)[][]): string {
  const cells = (row: readonly (string | number)[], at: number) =>
    row.map((value, column) => {
      const place = `r="${'ABC'[column]}${at + 1}"`
      return typeof value === 'string'
        ? `<c ${place} t="inlineStr"><is><t>${value}</t></is></c>`
        : `<c ${place} s="${column}"><v>${value}</v></c>`
    })
  const lines = rows.map((row, at) => `<row r="${at + 1}">${cells(row, at).join('')}</row>`)
  return `<sheetData>${lines.join('')}</sheetData>`
}

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
  const sheet = await drive.paths.put(
    'Alps 2026/What it cost.xlsx',
    makeXlsx({ Costs: { xml: COSTS }, Huts: { xml: '' } }),
  )
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
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Tags…' }).click()
  const tags = page.getByRole('dialog', { name: 'Tags of 4 items' })
  await tags.getByRole('button', { name: 'holiday' }).click()
  await tags.getByRole('button', { name: 'Cancel' }).focus()
  await see(page, 'drive-tags')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  const names = page.getByRole('dialog', { name: 'Rename 4 items' })
  await names.locator('select').first().selectOption({ value: 'number' })
  await names.getByRole('textbox').fill('Alps')
  await expect(names.getByRole('button').last()).toBeEnabled()
  await see(page, 'drive-names')
  await page.keyboard.press('Escape')

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
  await page.goto(`${folder}?preview=${sheet.id}`)
  await page.getByRole('dialog').getByRole('cell', { name: 'Lötschen' }).waitFor()
  await see(page, 'drive-sheet')

  await page.goto('/trash')
  await page.getByRole('row', { name: 'Alps 2025 draft.md' }).waitFor()
  await see(page, 'drive-trash')
  await page.getByRole('main').getByRole('textbox').fill('nothing')
  await page.getByRole('heading', { name: 'Nothing called “nothing” in the trash' }).waitFor()
  await see(page, 'drive-trash-search')
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
