import type { DriveClient } from '@awan/client/drive'
import type { Locator, Page } from '@playwright/test'
import {
  makeDocx,
  makeOdp,
  makeOds,
  makeOdt,
  makePptx,
  makeProtected,
  makeXlsx,
  slidePlace,
} from './office-samples.ts'
import { openDrive } from './open-drive.ts'
import { openLinks, pageOf } from './open-links.ts'
import { makePng } from './preview-samples.ts'
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

/** A key that is pressed while a list is still being drawn scrolls it no further than it is. */
async function pressEndUntilVisible(last: Locator): Promise<void> {
  await expect(async () => {
    await last.page().keyboard.press('End')
    await expect(last).toBeInViewport({ timeout: 2000 })
  }).toPass()
}

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
  await pressEndUntilVisible(days.getByRole('cell', { name: 'Day 10000', exact: true }))

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
  const rowOf = (cells: string, repeat = 1) =>
    `<table:table-row table:number-rows-repeated="${repeat}">${cells}</table:table-row>`
  const text = 'office:value-type="string"'
  const share = 'table:style-name="share" office:value-type="percentage" office:value="0.125"'
  const { id } = await drive.paths.put(
    'huts.ods',
    makeOds(
      `<table:table table:name="Huts">${rowOf(cell(text, 'Lötschen') + cell(share, '12,5 %'))}${rowOf('<table:table-cell table:number-columns-repeated="16384"/>', 1_048_575)}</table:table>
       <table:table table:name="Bomb">${rowOf(cell(`${text} table:number-columns-repeated="999999999"`, 'boom'), 999_999_999)}</table:table>`,
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

const run = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const item = (text: string, level = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)
const picture = (id: string, alt: string) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="3810000" cy="1905000"/><wp:docPr descr="${alt}"/><a:blip r:embed="${id}"/></wp:inline></w:drawing></w:r>`
const row = (...cells: string[]) =>
  `<w:tr>${cells.map((text) => `<w:tc>${paragraph(run(text))}</w:tc>`).join('')}</w:tr>`

const WORD_STYLES = `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
  <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:sz w:val="52"/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:rPr><w:b/><w:color w:val="2F5496"/><w:sz w:val="28"/></w:rPr></w:style>`

const WORD_LISTS = `<w:abstractNum w:abstractNumId="0">
    <w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="720"/></w:pPr></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/><w:pPr><w:ind w:left="1440"/></w:pPr></w:lvl>
  </w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`

const REPORT =
  paragraph(run('From hut to hut'), '<w:pStyle w:val="Title"/>') +
  paragraph(
    `${run('Six days, ')}${run('north to south', '<w:b/>')}${run(', as ')}<w:hyperlink r:id="link1">${run('the map')}</w:hyperlink>${run(' shows')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('. ')}<w:hyperlink r:id="link2">${run('not a link')}</w:hyperlink>`,
  ) +
  paragraph(run('What we took'), '<w:pStyle w:val="Heading2"/>') +
  item('Ropes') +
  item('thirty metres', 1) +
  item('Boots') +
  paragraph(picture('hut.png', 'The hut above the lake') + picture('spy.png', 'Somewhere else')) +
  `<w:tbl><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="2000"/></w:tblGrid>${row('Hut', 'Nights')}${row('Lötschen', '2')}</w:tbl>` +
  paragraph(`<w:r><w:br w:type="page"/></w:r>${run('On the next page')}`) +
  '<w:sectPr><w:pgSz w:w="11906"/><w:pgMar w:left="1440"/></w:sectPr>'

test('a document of text is shown with its headings, lists, tables, notes, links and pictures', async ({
  page,
  drive,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('example.org')) foreign.push(request.url())
  })
  const file = makeDocx(REPORT, {
    styles: WORD_STYLES,
    numbering: WORD_LISTS,
    footnotes: `<w:footnote w:id="2">${paragraph(run('Printed in 1998.'))}</w:footnote>`,
    links: ['https://example.org/map', 'javascript:alert(1)', 'https://example.org/spy.png'],
    pictures: { 'hut.png': Buffer.from(await makePng(800, 400, [120, 170, 220]).arrayBuffer()) },
  })
  const { id } = await drive.paths.put('report.docx', file)
  await page.goto(`/files?preview=${id}`)
  const text = layer(page).getByRole('region', { name: 'Text of report.docx' })
  await expect(text.getByRole('heading', { name: 'From hut to hut' })).toBeVisible()
  await expect(text.getByRole('heading', { name: 'What we took', level: 2 })).toBeVisible()
  await expect(text.getByRole('list').first().getByRole('listitem')).toHaveText([
    '1.Ropes',
    'a)thirty metres',
    '2.Boots',
  ])
  await expect(text.getByRole('link')).toHaveCount(1)
  await expect(text.getByRole('link', { name: 'the map' })).toHaveAttribute('rel', /noopener/)
  await expect(text.getByRole('link', { name: 'the map' })).toHaveAttribute('target', '_blank')
  const hut = text.getByRole('img', { name: 'The hut above the lake' })
  await expect(hut).toHaveJSProperty('naturalWidth', 800)
  await expect(text.getByRole('cell', { name: 'Lötschen' })).toBeVisible()
  await expect(text.getByText('On the next page')).toBeAttached()
  await text.getByRole('button', { name: 'Footnote 1' }).click()
  await expect(text.getByRole('listitem').filter({ hasText: 'Printed in 1998.' })).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page)
  expect(foreign).toEqual([])
})

test('a text of OpenDocument is shown, and a long one to its end', async ({ page, drive }) => {
  const { id } = await drive.paths.put(
    'notes.odt',
    makeOdt(
      `<text:h text:outline-level="1">Our walks</text:h><text:p text:style-name="P1">Only <text:span text:style-name="T1">slowly</text:span></text:p>
       <text:list text:style-name="L"><text:list-item><text:p>North</text:p></text:list-item><text:list-item><text:p>South</text:p></text:list-item></text:list>
       ${Array.from({ length: 1500 }, (_, day) => `<text:p>Day ${day + 1} went by.</text:p>`).join('')}`,
      `<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/></style:style>
       <style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
       <text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix="."/></text:list-style>`,
    ),
  )
  await page.goto(`/files?preview=${id}`)
  const text = layer(page).getByRole('region', { name: 'Text of notes.odt' })
  await expect(text.getByRole('heading', { name: 'Our walks' })).toBeVisible()
  await expect(text.getByRole('listitem')).toHaveText(['I.North', 'II.South'])
  await expect(text.getByText('Day 1500 went by.')).toBeAttached()
  await text.focus()
  await pressEndUntilVisible(text.getByText('Day 1500 went by.'))
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
})

const onSlide = (placeholder: string, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`
const words = (text: string, level = 0) =>
  `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`

test('slides are shown one below the other, with their texts and pictures in their places', async ({
  page,
  drive,
}) => {
  const file = makePptx(
    [
      onSlide('<p:ph type="title"/>', words('From hut to hut')) +
        onSlide('<p:ph idx="1"/>', words('Six days'), words('four with sun', 1), words('One map')) +
        `<p:pic><p:nvPicPr><p:cNvPr descr="The hut above the lake"/></p:nvPicPr><p:blipFill><a:blip r:embed="hut.png"/></p:blipFill><p:spPr>${slidePlace([520, 150, 380, 285])}</p:spPr></p:pic>`,
      onSlide('<p:ph type="title"/>', words('What it cost')),
    ],
    { 'hut.png': Buffer.from(await makePng(800, 600, [120, 170, 220]).arrayBuffer()) },
  )
  const { id } = await drive.paths.put('talk.pptx', file)
  await page.goto(`/files?preview=${id}`)
  const slides = layer(page).getByRole('region', { name: 'Slides of talk.pptx' })
  const first = slides.getByRole('region', { name: 'Slide 1' })
  await expect(first.getByRole('heading', { name: 'From hut to hut' })).toBeVisible()
  await expect(first.getByText('four with sun')).toBeVisible()
  const hut = first.getByRole('img', { name: 'The hut above the lake' })
  await expect(hut).toHaveJSProperty('naturalWidth', 800)
  const [slide, picture] = [await first.boundingBox(), await hut.boundingBox()]
  expect((picture?.x ?? 0) - (slide?.x ?? 0)).toBeCloseTo(((slide?.width ?? 0) * 520) / 960, 0)
  await expect(slides.getByRole('heading', { name: 'What it cost' })).toBeAttached()
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  expect(await slides.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessible(page)
})

test('slides of OpenDocument are shown without their notes', async ({ page, drive }) => {
  const box = 'svg:x="2cm" svg:width="20cm" svg:height="3cm"'
  const { id } = await drive.paths.put(
    'talk.odp',
    makeOdp(
      `<draw:page draw:name="one"><draw:frame presentation:class="title" svg:y="1cm" ${box}><draw:text-box><text:p>Our walks</text:p></draw:text-box></draw:frame>
       <draw:custom-shape draw:style-name="gr1" svg:y="6cm" ${box}><text:p><text:span text:style-name="T1">North to south</text:span></text:p></draw:custom-shape>
       <presentation:notes><draw:frame svg:y="1cm" ${box}><draw:text-box><text:p>Say this slowly</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`,
      `<style:style style:name="gr1" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#0d7a6b"/></style:style>
       <style:style style:name="T1" style:family="text"><style:text-properties fo:color="#ffffff" fo:font-size="28pt"/></style:style>`,
    ),
  )
  await page.goto(`/files?preview=${id}`)
  const slide = layer(page).getByRole('region', { name: 'Slide 1' })
  await expect(slide.getByRole('heading', { name: 'Our walks' })).toBeVisible()
  await expect(slide.getByText('North to south')).toBeVisible()
  await expect(layer(page).getByText('Say this slowly')).toHaveCount(0)
  await expectAccessible(page)
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

test('a visitor of a link sees documents too', async ({ page, server, person }) => {
  const { drive, links } = await openLinks(server, person)
  const file = await drive.paths.put(
    'budget.xlsx',
    makeXlsx(BUDGET, ['Costs of us', 'What', 'Price']),
  )
  const report = await drive.paths.put('report.docx', makeDocx(REPORT, { styles: WORD_STYLES }))
  const locked = await drive.paths.put('salaries.xlsx', makeProtected())
  await page.goto(pageOf(await links.create(report.id)))
  await expect(page.getByRole('heading', { name: 'What we took' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(pageOf(await links.create(file.id)))
  const costs = page.getByRole('table', { name: 'Table of Costs' })
  await expect(costs.getByRole('cell', { name: '1,150.50 €' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  await page.goto(pageOf(await links.create(locked.id)))
  await expect(page.getByText('This file is protected by a password')).toBeVisible()
})
