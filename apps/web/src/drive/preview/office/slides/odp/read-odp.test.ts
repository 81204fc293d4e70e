import { expect, test } from 'vitest'
import { readOffice } from '../../read-office.ts'
import { makePackage, openDocumentStart } from '../../testing/make-package.ts'

const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'presentation'].map((name) => [name, name]),
  ['draw', 'drawing'],
  ['fo', 'xsl-fo-compatible'],
  ['svg', 'svg-compatible'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ')

const STYLES = `<office:document-styles ${NAMESPACES}>
  <office:styles>
    <style:style style:name="Default-outline1" style:family="presentation"><style:text-properties fo:font-size="32pt"/></style:style>
    <style:style style:name="Default-outline2" style:family="presentation" style:parent-style-name="Default-outline1"><style:text-properties fo:font-size="28pt"/></style:style>
  </office:styles>
  <office:automatic-styles>
    <style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="10in" fo:page-height="5in"/></style:page-layout>
    <style:style style:name="back" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid" draw:fill-color="#102030"/></style:style>
    <style:style style:name="bar" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#0D7A6B" draw:stroke="none"/></style:style>
  </office:automatic-styles>
  <office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM" draw:style-name="back">
    <draw:rect draw:style-name="bar" svg:x="0in" svg:y="4in" svg:width="10in" svg:height="1in"/>
    <draw:frame presentation:class="title" svg:x="0in" svg:y="0in" svg:width="9in" svg:height="1in"><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame>
  </style:master-page></office:master-styles></office:document-styles>`

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

async function read(pages: string) {
  const file = await makePackage({
    ...openDocumentStart('presentation'),
    'styles.xml': STYLES,
    'content.xml': `<office:document-content ${NAMESPACES}><office:automatic-styles>
      <style:style style:name="pr1" style:family="presentation" style:parent-style-name="Default-outline1"><style:graphic-properties draw:textarea-vertical-align="middle"/></style:style>
      <style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
      <style:style style:name="gone" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
      <text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="●"/><text:list-level-style-bullet text:level="2" text:bullet-char="–"/></text:list-style>
      </office:automatic-styles><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
    'Pictures/hut.png': PNG,
  })
  const answer = await readOffice(file, { sheet: 0, language: { tag: 'en', yes: '', no: '' } })
  if (answer.kind !== 'slides') throw new Error(answer.kind)
  return answer
}

test('slides have the places, letters, bullets and colours of their styles and masters', async () => {
  const show = await read(
    `<draw:page draw:style-name="gone"/>
     <draw:page draw:master-page-name="Default">
      <draw:frame presentation:class="title" svg:x="1in" svg:y="1in" svg:width="8in" svg:height="1in"><draw:text-box><text:p>Our huts</text:p></draw:text-box></draw:frame>
      <draw:frame presentation:style-name="pr1" presentation:class="outline" svg:x="1in" svg:y="2in" svg:width="4in" svg:height="2in"><draw:text-box>
        <text:list text:style-name="L"><text:list-item><text:p>North <text:span text:style-name="T1">only</text:span></text:p><text:list><text:list-item><text:p>Lakes</text:p></text:list-item></text:list></text:list-item></text:list></draw:text-box></draw:frame>
      <draw:g><draw:frame svg:x="6in" svg:y="2in" svg:width="2in" svg:height="2in"><draw:image xlink:href="Pictures/hut.png"/><svg:desc>A hut</svg:desc></draw:frame></draw:g>
      <presentation:notes><draw:frame svg:x="0in" svg:y="0in" svg:width="1in" svg:height="1in"><draw:text-box><text:p>a note</text:p></draw:text-box></draw:frame></presentation:notes>
     </draw:page>`,
  )
  expect(show).toMatchObject({ widthPt: 720, heightPt: 360, slides: [{ number: 2 }] })
  expect(show.slides[0]?.background).toBe('#102030')
  expect(show.slides[0]?.shapes).toMatchObject([
    { fill: '#0d7a6b', line: undefined, box: { x: 0, y: 288, width: 720, height: 72 } },
    { content: { isTitle: true, paragraphs: [{ runs: [{ text: 'Our huts' }] }] } },
    {
      content: {
        anchor: 'middle',
        paragraphs: [
          {
            marker: '•',
            runs: [
              { text: 'North ', sizePt: 32 },
              { text: 'only', isBold: true },
            ],
          },
          { marker: '–', runs: [{ text: 'Lakes', sizePt: 28 }] },
        ],
      },
    },
    { content: { kind: 'picture', picture: 0, alt: 'A hut' } },
  ])
  expect(show.pictures.map((blob) => blob?.type)).toEqual(['image/png'])
})
