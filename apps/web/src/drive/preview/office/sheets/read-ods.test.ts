import { expect, test } from 'vitest'
import { readOffice } from '../read-office.ts'
import { makePackage, openDocumentStart } from '../testing/make-package.ts'

const NAMESPACES = ['office', 'style', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"')
  .join(' ')

async function read(tables: string, styles = '', index = 0) {
  const file = await makePackage({
    ...openDocumentStart('spreadsheet'),
    'content.xml': `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles>
      <office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  })
  const read = await readOffice(file, {
    sheet: index,
    language: { tag: 'en-GB', yes: 'TRUE', no: 'FALSE' },
  })
  if (read.kind !== 'sheets') throw new Error(read.kind)
  return read
}

const table = (rows: string) => `<table:table table:name="One">${rows}</table:table>`
const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`
const text = (words: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}><text:p>${words}</text:p></table:table-cell>`

test('texts of several paragraphs, truths and values without a format are shown', async () => {
  const { sheet } = await read(
    table(
      row(
        `<table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation><text:p>one<text:s text:c="2"/>two</text:p><text:p>three</text:p></table:table-cell>
        <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>
        <table:table-cell office:value-type="float" office:value="1234.5"><text:p>1234,5</text:p></table:table-cell>
        <table:table-cell office:value-type="date" office:date-value="2026-11-19"><text:p>19.11.26</text:p></table:table-cell>
        <table:table-cell office:value-type="currency" office:value="3"><text:p>3,00 €</text:p></table:table-cell>`,
      ),
    ),
  )
  expect(sheet.rows).toEqual([['one  two\nthree', 'TRUE', '1234.5', '19/11/2026', '3,00 €']])
  expect(sheet.kinds).toEqual(['tbnnn'])
})

const STYLES = `
  <number:currency-style style:name="N1P0"><number:currency-symbol>€</number:currency-symbol><number:text> </number:text><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:currency-style>
  <number:currency-style style:name="N1"><number:text>-</number:text><number:currency-symbol>€</number:currency-symbol><number:text> </number:text><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/><style:map style:condition="value()&gt;=0" style:apply-style-name="N1P0"/></number:currency-style>
  <number:percentage-style style:name="N2"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
  <number:date-style style:name="N3"><number:day number:style="long"/><number:text>. </number:text><number:month number:textual="true"/><number:text> </number:text><number:year number:style="long"/></number:date-style>
  <number:time-style style:name="N4" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
  <style:style style:name="euro" style:family="table-cell" style:data-style-name="N1"/>
  <style:style style:name="bold-euro" style:family="table-cell" style:parent-style-name="euro"/>
  <style:style style:name="share" style:family="table-cell" style:data-style-name="N2"/>
  <style:style style:name="day" style:family="table-cell" style:data-style-name="N3"/>
  <style:style style:name="hours" style:family="table-cell" style:data-style-name="N4"/>
  <style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="2.54cm"/></style:style>
  <style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>`

test('values have the formats of their styles, and of those of their columns', async () => {
  const value = (type: string, value: string, style: string) =>
    `<table:table-cell${style === '' ? '' : ` table:style-name="${style}"`} office:value-type="${type}" office:${type === 'date' || type === 'time' ? `${type}-value` : 'value'}="${value}"/>`
  const { sheet } = await read(
    table(
      `<table:table-column table:style-name="wide" table:default-cell-style-name="share"/>` +
        row(
          value('percentage', '0.125', '') +
            value('currency', '1234.5', 'bold-euro') +
            value('currency', '-2', 'euro') +
            value('date', '2026-11-19', 'day') +
            value('time', 'PT36H30M00S', 'hours'),
        ),
    ),
    STYLES,
  )
  expect(sheet.rows[0]).toEqual(['12.5%', '€ 1,234.50', '-€ 2.00', '19 Nov 2026', '36:30'])
  expect(sheet.widths[0]).toBeCloseTo(96 / 7)
})

test('rows and cells that repeat are shown as often, and empty ones cost nothing', async () => {
  const { sheet } = await read(
    table(
      row(text('a', ' table:number-columns-repeated="3"')) +
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>' +
        `<table:table-row table:number-rows-repeated="2">${text('b')}</table:table-row>` +
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ),
  )
  expect(sheet.rows).toEqual([['a', 'a', 'a'], [], [], ['b'], ['b']])
  expect(sheet.isPart).toBe(false)
})

test('a cell that repeats without end stops at the limit of cells', async () => {
  const bomb = text('boom', ' table:number-columns-repeated="999999999"')
  const { sheet } = await read(
    table(`<table:table-row table:number-rows-repeated="999999999">${bomb}</table:table-row>`),
  )
  expect(sheet.rows).toHaveLength(2500)
  expect(sheet.isPart).toBe(true)
})

test('covered cells keep their place and are not shown', async () => {
  const { sheet } = await read(
    table(
      row(
        `${text('wide', ' table:number-columns-spanned="2"')}<table:covered-table-cell><text:p>below</text:p></table:covered-table-cell>${text('next')}`,
      ),
    ),
  )
  expect(sheet.rows).toEqual([['wide', '', 'next']])
  expect(sheet.spans).toEqual([{ row: 0, column: 0, columnCount: 2 }])
})

test('hidden sheets are left out', async () => {
  const tables =
    `<table:table table:name="Gone" table:style-name="gone">${row(text('x'))}</table:table>` +
    `<table:table table:name="First">${row(text('one'))}</table:table>` +
    `<table:table table:name="Second">${row(text('two'))}</table:table>`
  expect((await read(tables, STYLES)).names).toEqual(['First', 'Second'])
  expect((await read(tables, STYLES, 1)).sheet.rows).toEqual([['two']])
})
