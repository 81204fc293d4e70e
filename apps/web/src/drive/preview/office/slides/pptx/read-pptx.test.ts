import { expect, test } from 'vitest'
import { readOffice } from '../../read-office.ts'
import { makePackage, openXmlStart, relationships } from '../../testing/make-package.ts'
import type { Shape, SlideShow } from '../show/slide-show.ts'

const NAMESPACES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])

const layer = (name: string, shapes: string, more = '', attributes = '') =>
  `<p:${name} ${NAMESPACES}${attributes}><p:cSld>${more}<p:spTree>${shapes}</p:spTree></p:cSld>`

/** In points, of which 12,700 units are one. */
const place = (x: number, y: number, width: number, height: number, name = 'a:xfrm') =>
  `<${name}><a:off x="${x * 12_700}" y="${y * 12_700}"/><a:ext cx="${width * 12_700}" cy="${height * 12_700}"/></${name}>`

const shape = (paragraphs: string, { placeholder = '', properties = '', style = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr>${style}<p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`

const words = (text: string, properties = '', look = '') =>
  `<a:p>${properties}<a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r></a:p>`

const MASTER = `${layer(
  'sldMaster',
  `${shape(words('Click to edit'), { placeholder: '<p:ph type="title"/>', properties: place(10, 10, 700, 80) })}${shape('', { properties: `${place(0, 500, 720, 40)}<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>` })}`,
  '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg2"><a:lumMod val="50000"/></a:schemeClr></a:solidFill></p:bgPr></p:bg>',
)}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"/><p:txStyles>
  <p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4400"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:titleStyle>
  <p:bodyStyle><a:lvl1pPr marL="342900"><a:buChar char="•"/><a:defRPr sz="3200"/></a:lvl1pPr><a:lvl2pPr marL="742950"><a:buChar char="–"/><a:defRPr sz="2800"/></a:lvl2pPr></p:bodyStyle>
</p:txStyles></p:sldMaster>`

const LAYOUT = `${layer(
  'sldLayout',
  shape(words('Click'), { placeholder: '<p:ph idx="1"/>', properties: place(20, 100, 680, 300) }),
)}</p:sldLayout>`

const THEME = `<a:theme ${NAMESPACES}><a:themeElements><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="101010"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:lt2><a:srgbClr val="E0E0E0"/></a:lt2><a:accent1><a:srgbClr val="0D7A6B"/></a:accent1></a:clrScheme></a:themeElements></a:theme>`

async function read(slides: readonly string[]): Promise<SlideShow> {
  const file = await makePackage({
    ...openXmlStart('ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldSz cx="9144000" cy="6858000"/><p:sldIdLst>${slides
      .map((_slide, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(
        slides.map((_slide, at) => [`s${at}`, { kind: 'slide', target: `slides/${at}.xml` }]),
      ),
    ),
    ...Object.fromEntries(
      slides.flatMap((xml, at) => [
        [`ppt/slides/${at}.xml`, xml],
        [
          `ppt/slides/_rels/${at}.xml.rels`,
          relationships({
            l: { kind: 'slideLayout', target: '../layout.xml' },
            hut: { kind: 'image', target: '../media/hut.png' },
            web: { kind: 'hyperlink', target: 'https://example.org/', isExternal: true },
            script: { kind: 'hyperlink', target: 'javascript:alert(1)', isExternal: true },
          }),
        ],
      ]),
    ),
    'ppt/layout.xml': LAYOUT,
    'ppt/_rels/layout.xml.rels': relationships({
      m: { kind: 'slideMaster', target: 'master.xml' },
    }),
    'ppt/master.xml': MASTER,
    'ppt/_rels/master.xml.rels': relationships({ t: { kind: 'theme', target: 'theme.xml' } }),
    'ppt/theme.xml': THEME,
    'ppt/media/hut.png': PNG,
  })
  const answer = await readOffice(file, { sheet: 0, language: { tag: 'en', yes: '', no: '' } })
  if (answer.kind !== 'slides') throw new Error(answer.kind)
  return answer
}

const slide = (shapes: string, attributes = '') => `${layer('sld', shapes, '', attributes)}</p:sld>`

function textsOf(shapes: readonly Shape[] | undefined): string[] {
  return (shapes ?? []).flatMap(({ content }) =>
    content?.kind === 'text'
      ? content.paragraphs.map(
          ({ marker, runs }) =>
            `${marker === undefined ? '' : `${marker} `}${runs.map(({ text }) => text).join('')}`,
        )
      : [],
  )
}

test('places, letters, bullets and colours come from the layout, the master and the theme', async () => {
  const { slides, widthPt, heightPt } = await read([
    slide(
      shape(words('Huts'), { placeholder: '<p:ph type="title"/>' }) +
        shape(words('North') + words('Lakes', '<a:pPr lvl="1"/>', 'b="1"'), {
          placeholder: '<p:ph idx="1"/>',
        }),
    ),
  ])
  expect([widthPt, heightPt]).toEqual([720, 540])
  expect(slides[0]?.background).toBe('#707070')
  const [bar, title, body] = slides[0]?.shapes ?? []
  expect(bar).toMatchObject({ fill: '#0d7a6b', box: { x: 0, y: 500, width: 720, height: 40 } })
  expect(title).toMatchObject({
    box: { x: 10, y: 10, width: 700, height: 80 },
    content: {
      isTitle: true,
      paragraphs: [{ align: 'center', runs: [{ text: 'Huts', sizePt: 44, color: '#101010' }] }],
    },
  })
  expect(body).toMatchObject({
    box: { x: 20, y: 100, width: 680, height: 300 },
    content: {
      paragraphs: [
        { marker: '•', indentPt: 27, runs: [{ sizePt: 32, isBold: false }] },
        { marker: '–', runs: [{ sizePt: 28, isBold: true }] },
      ],
    },
  })
})

test('groups move and scale what is in them', async () => {
  const inside = shape(words('in'), { properties: place(100, 100, 50, 50) })
  const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1270000" cy="1270000"/><a:chOff x="1270000" y="1270000"/><a:chExt cx="635000" cy="635000"/></a:xfrm></p:grpSpPr>${inside}</p:grpSp>`
  const { slides } = await read([slide(group)])
  expect(slides[0]?.shapes.at(-1)?.box).toEqual({ x: 0, y: 0, width: 100, height: 100 })
})

test('hidden slides are left out, and numbers are counted in each list', async () => {
  const number = '<a:pPr><a:buAutoNum type="arabicParenR"/></a:pPr>'
  const { slides } = await read([
    slide(shape(words('gone'), { properties: place(0, 0, 9, 9) }), ' show="0"'),
    slide(
      shape(words('a', number) + words('b', number), { properties: place(0, 0, 9, 9) }) +
        shape(words('c', number), { properties: place(0, 0, 9, 9) }),
    ),
  ])
  expect(slides.map((each) => each.number)).toEqual([2])
  expect(textsOf(slides[0]?.shapes)).toEqual(['1) a', '2) b', '1) c'])
})

test('pictures, tables and links are shown, and links lead to the web only', async () => {
  const link = (id: string) =>
    `<a:p><a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${id}</a:t></a:r></a:p>`
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody>${words(text)}</a:txBody></a:tc>`
  const { slides, pictures } = await read([
    slide(
      `<p:pic><p:nvPicPr><p:cNvPr descr="A hut"/></p:nvPicPr><p:blipFill><a:blip r:embed="hut"/></p:blipFill><p:spPr>${place(1, 2, 3, 4)}</p:spPr></p:pic>
       <p:graphicFrame>${place(0, 0, 9, 9, 'p:xfrm')}<a:graphic><a:tbl><a:tr>${cell('wide', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr></a:tbl></a:graphic></p:graphicFrame>
       ${shape(link('web') + link('script'), { properties: place(0, 0, 9, 9) })}`,
    ),
  ])
  const [, picture, table, links] = slides[0]?.shapes ?? []
  expect(picture?.content).toEqual({ kind: 'picture', picture: 0, alt: 'A hut' })
  expect(pictures.map((blob) => blob?.type)).toEqual(['image/png'])
  expect(table?.content).toMatchObject({ rows: [[{ columnSpan: 2 }]] })
  expect(links?.content).toMatchObject({
    paragraphs: [{ runs: [{ href: 'https://example.org/' }] }, { runs: [{ href: undefined }] }],
  })
})
