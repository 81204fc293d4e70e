import { expect, test } from 'vitest'
import { readOffice } from '../../read-office.ts'
import { makePackage, openDocumentStart } from '../../testing/make-package.ts'
import type { Block } from '../text/document.ts'

const NAMESPACES = [
  ...['office', 'style', 'text', 'table'].map((name) => [name, name]),
  ['draw', 'drawing'],
  ['fo', 'xsl-fo-compatible'],
  ['svg', 'svg-compatible'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ')

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

async function read(body: string, styles = '') {
  const file = await makePackage({
    ...openDocumentStart('text'),
    'content.xml': `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'Pictures/hut.png': PNG,
  })
  const answer = await readOffice(file, { sheet: 0, language: { tag: 'en', yes: '', no: '' } })
  if (answer.kind !== 'document') throw new Error(answer.kind)
  return answer
}

const lines = async (body: string, styles = '') =>
  (await read(body, styles)).pages.flatMap(({ blocks }) => blocks.map(lineOf))

function lineOf(block: Block): string {
  if (block.kind === 'table') return 'table'
  const words = block.runs.map((run) => (run.kind === 'text' ? run.text : `[${run.kind}]`)).join('')
  return `${block.marker === undefined ? '' : `${block.marker} `}${words}`
}

test('spaces are those that are written as such, and comments and removed texts are left out', async () => {
  expect(
    await lines(
      `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
       <text:p>  one
         two<text:s text:c="3"/>three<text:tab/>four<office:annotation><text:p>a comment</text:p></office:annotation></text:p>`,
    ),
  ).toEqual(['one two   three\tfour'])
})

test('looks and page breaks come from styles and from those that they build on', async () => {
  const document = await read(
    `<text:h text:outline-level="2" text:style-name="P1">Trip</text:h><text:p>a <text:span text:style-name="T1">b</text:span><text:a xlink:href="javascript:alert(1)">c</text:a><text:a xlink:href="https://example.org/">d</text:a></text:p>`,
    `<style:style style:name="Base" style:family="paragraph"><style:text-properties fo:font-weight="bold" fo:font-size="20pt"/></style:style>
     <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Base"><style:paragraph-properties fo:text-align="center" fo:break-after="page"/><style:text-properties fo:font-size="150%"/></style:style>
     <style:style style:name="T1" style:family="text"><style:text-properties fo:font-style="italic" style:text-underline-style="solid" style:text-position="super 58%" fo:color="#C43A31"/></style:style>`,
  )
  expect(document.pages).toMatchObject([
    {
      blocks: [
        {
          heading: 2,
          align: 'center',
          runs: [{ text: 'Trip', look: { isBold: true, sizePt: 30 } }],
        },
      ],
    },
    {
      blocks: [
        {
          runs: [
            { text: 'a ' },
            {
              text: 'b',
              look: { isItalic: true, isUnderlined: true, script: 'super', color: '#c43a31' },
            },
            { text: 'c', href: undefined },
            { text: 'd', href: 'https://example.org/' },
          ],
        },
      ],
    },
  ])
})

const LIST = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>
  <text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="–"/></text:list-style>`

test('lists count in each level, and go on where they say so', async () => {
  const item = (content: string) => `<text:list-item>${content}</text:list-item>`
  const words = (text: string) => `<text:p>${text}</text:p>`
  expect(
    await lines(
      `<text:list text:style-name="L">${item(
        `${words('a')}${words('still a')}<text:list>${item(words('b'))}${item(words('c'))}</text:list>`,
      )}${item(words('d'))}</text:list>
       <text:list text:style-name="L" text:continue-numbering="true">${item(words('e'))}</text:list>
       <text:list text:style-name="L">${item(words('f'))}</text:list>
       <text:list text:style-name="B">${item(words('g'))}</text:list>`,
      LIST,
    ),
  ).toEqual(['1. a', 'still a', '1.a) b', '1.b) c', '2. d', '3. e', '1. f', '– g'])
})

test('tables, notes, pictures and text boxes are shown', async () => {
  const document = await read(
    `<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows></table:table>
     <text:p>see<text:note><text:note-citation>*</text:note-citation><text:note-body><text:p>below</text:p></text:note-body></text:note><draw:frame svg:width="2.54cm"><draw:image xlink:href="https://example.org/spy.png"/><draw:image xlink:href="Pictures/hut.png"/><svg:desc>A hut</svg:desc></draw:frame></text:p>
     <text:p><draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p>`,
  )
  const [page] = document.pages
  expect(page?.blocks.map(lineOf)).toEqual(['table', 'see[note][picture]', '', 'boxed'])
  expect(page?.blocks[0]).toMatchObject({ rows: [[{ columnSpan: 2 }]] })
  expect(page?.blocks[1]).toMatchObject({
    runs: [{}, { number: 1 }, { picture: 0, widthPx: 96, alt: 'A hut' }],
  })
  expect(document.notes[0]?.blocks.map(lineOf)).toEqual(['below'])
  expect(document.pictures.map((blob) => blob?.type)).toEqual(['image/png'])
})
