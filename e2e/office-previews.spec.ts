import type { DriveClient } from '@awan/client/drive'
import type { Page } from '@playwright/test'
import { makeOds, makeProtected, makeXlsx } from './office-samples.ts'
import { openDrive } from './open-drive.ts'
import { openLinks, pageOf } from './open-links.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInQuickly,
} from './story.ts'

const test = base.extend<{ drive: DriveClient }>({
  drive: async ({ server, person, page }, use) => {
    await signInQuickly(page, server, person)
    await use(await openDrive(server, person))
  },
})

const NARROW = { width: 320, height: 640 }

const layer = (page: Page) => page.getByRole('dialog').first()

const BUDGET = {
  Costs: {
    xml: `<cols><col min="1" max="1" width="24"/><col min="2" max="4" width="14"/></cols><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="inlineStr"><is><t>Paid on</t></is></c><c r="D2" t="inlineStr"><is><t>Share</t></is></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><t>Hut</t></is></c><c r="B3" s="1"><v>1150.5</v></c><c r="C3" s="2"><v>46345</v></c><c r="D3" s="3"><v>0.72</v></c></row>
      <row r="4"><c r="A4" t="inlineStr"><is><t>Train</t></is></c><c r="B4" s="1"><f>B3-700</f><v>450.5</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
    </sheetData><mergeCells><mergeCell ref="A1:D1"/></mergeCells>`,
  },
  Secret: { isHidden: true, xml: '' },
  'Every day': {
    xml: `<sheetData>${Array.from({ length: 10_000 }, (_, row) => {
      return `<row><c t="inlineStr"><is><t>Day ${row + 1}</t></is></c><c s="1"><v>${row}</v></c></row>`
    }).join('')}</sheetData>`,
  },
}

test('a workbook is shown sheet by sheet, with numbers in the language of the reader', async ({
  page,
  drive,
}) => {
  const strings = [
    'What six days in the mountains cost us, and who has paid for it',
    'What',
    'Price',
  ]
  const { id } = await drive.paths.put('budget.xlsx', makeXlsx(BUDGET, strings))
  await page.goto(`/files?preview=${id}`)
  const costs = layer(page).getByRole('table', { name: 'Table of Costs' })
  await expect(costs.getByRole('cell', { name: strings[0] ?? '' })).toBeVisible()
  await expect(costs.getByRole('columnheader', { name: 'B', exact: true })).toBeVisible()
  for (const text of ['1,150.50 €', '450.50 €', '19/11/2026', '72.00%', 'TRUE', '#DIV/0!']) {
    await expect(costs.getByRole('cell', { name: text, exact: true })).toBeVisible()
  }
  await expect(layer(page).getByText('4 rows, 4 columns')).toBeVisible()
  const tabs = layer(page).getByRole('tablist', { name: 'Sheets of budget.xlsx' })
  await expect(tabs.getByRole('tab')).toHaveText(['Costs', 'Every day'])
  await expectAccessible(page)

  await tabs.getByRole('tab', { name: 'Costs' }).focus()
  await page.keyboard.press('ArrowRight')
  const days = layer(page).getByRole('table', { name: 'Table of Every day' })
  await expect(days.getByRole('cell', { name: 'Day 1', exact: true })).toBeVisible()
  await expect(layer(page).getByText('10,000 rows, 2 columns')).toBeVisible()
  expect(await days.getByRole('row').count()).toBeLessThan(100)
  await days.focus()
  await page.keyboard.press('End')
  await expect(days.getByRole('cell', { name: 'Day 10000', exact: true })).toBeVisible()

  await page.setViewportSize(NARROW)
  await tabs.getByRole('tab', { name: 'Costs' }).click()
  await expect(costs.getByRole('cell', { name: '1,150.50 €' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a spreadsheet of OpenDocument is shown, and cells that repeat without end are cut', async ({
  page,
  drive,
}) => {
  const cell = (attributes: string, text: string) =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const row = (cells: string, repeat = 1) =>
    `<table:table-row table:number-rows-repeated="${repeat}">${cells}</table:table-row>`
  const text = 'office:value-type="string"'
  const share = 'table:style-name="share" office:value-type="percentage" office:value="0.125"'
  const { id } = await drive.paths.put(
    'huts.ods',
    makeOds(
      `<table:table table:name="Huts">${row(cell(text, 'Lötschen') + cell(share, '12,5 %'))}${row('<table:table-cell table:number-columns-repeated="16384"/>', 1_048_575)}</table:table>
       <table:table table:name="Bomb">${row(cell(`${text} table:number-columns-repeated="999999999"`, 'boom'), 999_999_999)}</table:table>`,
      `<number:percentage-style style:name="P"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
       <style:style style:name="share" style:family="table-cell" style:data-style-name="P"/>`,
    ),
  )
  await page.goto(`/files?preview=${id}`)
  const huts = layer(page).getByRole('table', { name: 'Table of Huts' })
  await expect(huts.getByRole('cell', { name: 'Lötschen' })).toBeVisible()
  await expect(huts.getByRole('cell', { name: '12.5%' })).toBeVisible()
  await expect(layer(page).getByText('1 row, 2 columns')).toBeVisible()
  await expectAccessible(page)
  await layer(page).getByRole('tab', { name: 'Bomb' }).click()
  const bomb = layer(page).getByRole('table', { name: 'Table of Bomb' })
  await expect(bomb.getByRole('cell', { name: 'boom' }).first()).toBeVisible()
  await expect(layer(page).getByText('Only a part is shown.')).toBeVisible()
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
})

test('a protected and a broken document say so, with the download beside it', async ({
  page,
  drive,
}) => {
  const locked = await drive.paths.put('salaries.xlsx', makeProtected())
  const broken = await drive.paths.put('torn.xlsx', new Blob(['PK, and then nothing']))
  await page.goto(`/files?preview=${locked.id}`)
  await expect(layer(page).getByText('This file is protected by a password')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await layer(page).getByRole('button', { name: 'Download' }).last().click()
  expect((await downloading).suggestedFilename()).toBe('salaries.xlsx')
  await page.goto(`/files?preview=${broken.id}`)
  await expect(layer(page).getByText('This file cannot be shown')).toBeVisible()
  await expect(layer(page).getByRole('button', { name: 'Download' }).last()).toBeVisible()
  await expectAccessible(page)
})

test('a visitor of a link sees a workbook too', async ({ page, server, person }) => {
  const { drive, links } = await openLinks(server, person)
  const file = await drive.paths.put(
    'budget.xlsx',
    makeXlsx(BUDGET, ['Costs of us', 'What', 'Price']),
  )
  const locked = await drive.paths.put('salaries.xlsx', makeProtected())
  await page.goto(pageOf(await links.create(file.id)))
  const costs = page.getByRole('table', { name: 'Table of Costs' })
  await expect(costs.getByRole('cell', { name: '1,150.50 €' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  await page.goto(pageOf(await links.create(locked.id)))
  await expect(page.getByText('This file is protected by a password')).toBeVisible()
})
