import { expect, test } from 'vitest'
import { readOffice } from '../read-office.ts'
import { makePackage, openXmlStart, relationships } from '../testing/make-package.ts'
import { limits } from './sheet.ts'

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

interface Parts {
  sheets?: readonly { name: string; state?: string; xml: string }[]
  strings?: string
  styles?: string
  properties?: string
}

function makeXlsx({ sheets = [], strings, styles, properties = '' }: Parts): Promise<Blob> {
  return makePackage({
    ...openXmlStart('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${NAMESPACE} ${R}>${properties}<sheets>${sheets
      .map(({ name, state }, at) => {
        const hidden = state === undefined ? '' : ` state="${state}"`
        return `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${hidden}/>`
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      ...Object.fromEntries(
        sheets.map((_sheet, at) => [`s${at}`, { kind: 'worksheet', target: `sheet${at}.xml` }]),
      ),
      strings: { kind: 'sharedStrings', target: '/xl/strings.xml' },
      styles: { kind: 'styles', target: 'styles.xml' },
    }),
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [
        `xl/sheet${at}.xml`,
        `<worksheet ${NAMESPACE}>${xml}</worksheet>`,
      ]),
    ),
    ...(strings === undefined ? {} : { 'xl/strings.xml': `<sst ${NAMESPACE}>${strings}</sst>` }),
    ...(styles === undefined
      ? {}
      : { 'xl/styles.xml': `<styleSheet ${NAMESPACE}>${styles}</styleSheet>` }),
  })
}

async function read(parts: Parts, index = 0) {
  const read = await readOffice(await makeXlsx(parts), {
    sheet: index,
    language: { tag: 'en-GB', yes: 'TRUE', no: 'FALSE' },
  })
  if (read.kind !== 'sheets') throw new Error(read.kind)
  return read
}

const readCells = async (xml: string, others: Omit<Parts, 'sheets'> = {}) =>
  (await read({ ...others, sheets: [{ name: 'One', xml: `<sheetData>${xml}</sheetData>` }] })).sheet

test('shared, inline and computed texts, truths and errors are shown', async () => {
  const { rows, kinds } = await readCells(
    `<row r="1">
      <c r="A1" t="s"><v>1</v></c>
      <c r="B1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>
      <c r="C1" t="str"><f>A1&amp;B1</f><v>result_x000A_two</v></c>
      <c r="D1" t="b"><v>1</v></c>
      <c r="E1" t="e"><f>1/0</f><v>#DIV/0!</v></c>
      <c r="F1"><f>SUM(1,2)</f><v>3</v></c>
    </row>`,
    {
      strings:
        '<si><t>zero</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh><t>とう</t></rPh></si>',
    },
  )
  expect(rows).toEqual([['東京', 'inline', 'result\ntwo', 'TRUE', '#DIV/0!', '3']])
  expect(kinds).toEqual(['tttbbn'])
})

test('numbers have the formats of their styles, own ones and those that every program knows', async () => {
  const { rows } = await readCells(
    `<row r="1"><c r="A1" s="0"><v>1234.5</v></c><c r="B1" s="1"><v>1234.5</v></c>
     <c r="C1" s="2"><v>0.25</v></c><c r="D1" s="3"><v>46345</v></c><c r="E1" t="d" s="0"><v>2026-11-19T00:00:00</v></c></row>`,
    {
      styles: `<numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts>
       <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs>`,
    },
  )
  expect(rows[0]).toEqual(['1234.5', '1,234.50 €', '25%', '19/11/2026', '19/11/2026'])
})

test('a workbook that counts from 1904 has its dates', async () => {
  const { rows } = await readCells('<row r="1"><c r="A1" s="0"><v>44883</v></c></row>', {
    properties: '<workbookPr date1904="1"/>',
    styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
  })
  expect(rows[0]).toEqual(['19/11/2026'])
})

test('cells are where their addresses say, and beside the one before where they have none', async () => {
  const { rows, columnCount } = await readCells(
    '<row r="3"><c r="C3"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
  )
  expect(rows).toEqual([[], [], ['', '', '1', '2'], ['3']])
  expect(columnCount).toBe(4)
})

test('hidden sheets and sheets that are charts are left out', async () => {
  const sheets = [
    { name: 'Hidden', state: 'hidden', xml: '' },
    { name: 'Costs', xml: '<sheetData><row><c><v>1</v></c></row></sheetData>' },
    { name: 'Deep', state: 'veryHidden', xml: '' },
    { name: 'Plan', xml: '<sheetData><row><c><v>2</v></c></row></sheetData>' },
  ]
  expect((await read({ sheets })).names).toEqual(['Costs', 'Plan'])
  expect((await read({ sheets })).sheet.rows).toEqual([['1']])
  expect((await read({ sheets }, 1)).sheet.rows).toEqual([['2']])
  await expect(read({ sheets }, 2)).rejects.toMatchObject({ code: 'broken' })
})

test('merged cells are wide, and hide what is below them', async () => {
  const { sheet } = await read({
    sheets: [
      {
        name: 'One',
        xml: `<cols><col min="2" max="3" width="20.5"/></cols><sheetData>
          <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>
          <row r="2"><c r="A2"><v>4</v></c></row>
          </sheetData><mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="nonsense"/></mergeCells>`,
      },
    ],
  })
  expect(sheet.rows).toEqual([['1', '', '3'], ['']])
  expect(sheet.spans).toEqual([{ row: 0, column: 0, columnCount: 2 }])
  expect(sheet.widths).toEqual([undefined, 20.5, 20.5])
})

test('a sheet of too many rows, columns or cells says that it is a part', async () => {
  const far = await readCells(
    '<row r="1"><c r="A1"><v>1</v></c><c r="ZZZ1"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row>',
  )
  expect(far.rows).toEqual([['1']])
  expect(far.columnCount).toBe(18_278)
  expect(far.isPart).toBe(true)
  const wide = `<row>${'<c><v>1</v></c>'.repeat(200)}</row>`
  const many = await readCells(wide.repeat(3000))
  expect(many.rows).toHaveLength(2500)
  expect(many.isPart).toBe(true)
})

test('one long text that all cells share is cut, and is not told a thousand times', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(100)
  const { rows, isPart } = await readCells(`<row>${cells}</row>`.repeat(50), {
    strings: `<si><t>${'x'.repeat(1_000_000)}</t></si>`,
  })
  expect(rows[0]?.[0]).toHaveLength(limits.cellLetters)
  expect(rows.flat().join('').length).toBeLessThanOrEqual(limits.letters)
  expect(isPart).toBe(true)
})

test('what is no workbook inside is broken', async () => {
  const file = await makePackage({ ...openXmlStart('xl/workbook.xml'), 'xl/workbook.xml': '<a' })
  const ask = { sheet: 0, language: { tag: 'en', yes: '', no: '' } }
  await expect(readOffice(file, ask)).rejects.toMatchObject({ code: 'broken' })
})
