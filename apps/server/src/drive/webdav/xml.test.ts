import { describe, expect, test } from 'vitest'
import { refusal } from '../testing.ts'
import { davChild, elementsOf, readXml, textOf } from './read-xml.ts'
import { contentToXml, escapeXml, toXml } from './write-xml.ts'

const read = (text: string) => readXml(Buffer.from(text))
const refused = (text: string | Buffer) =>
  refusal((async () => readXml(Buffer.from(text as string)))())

describe('reading XML', () => {
  test('names are found by their namespace, whatever prefix they have', () => {
    for (const text of [
      '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
      '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>',
      '<?xml version="1.0"?>\n<a:propfind xmlns:a="DAV:"><prop xmlns="DAV:"><a:getetag/></prop></a:propfind>',
    ]) {
      const prop = davChild(read(text), 'prop')
      expect(prop && elementsOf(prop).map(({ namespace, name }) => [namespace, name])).toEqual([
        ['DAV:', 'getetag'],
      ])
    }
    expect(davChild(read('<propfind xmlns="OTHER:"><prop/></propfind>'), 'prop')).toBeUndefined()
  })

  test('UTF-16 with its mark is read, and bytes that are neither are rejected', async () => {
    const text = '<a xmlns="DAV:">é 家</a>'
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(textOf(readXml(little))).toBe('é 家')
    expect(textOf(readXml(Buffer.from(`\ufeff${text}`)))).toBe('é 家')
    expect(await refusal((async () => readXml(Buffer.from([0x3c, 0xc3, 0x28])))())).toBe(
      'invalid_argument',
    )
  })

  test('document types, entities, broken and endless XML are rejected', async () => {
    for (const text of [
      '',
      'nothing',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<b:a/>',
      '<a xmlns:b=""/>',
      '<a>&other;</a>',
      '<!DOCTYPE a><a/>',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><a>&c;</a>',
      '<a>\u0001</a>',
      '<a>'.repeat(65) + '</a>'.repeat(65),
      `<a>${'<b/>'.repeat(20_001)}</a>`,
    ]) {
      expect(await refused(text), text.slice(0, 60)).toBe('invalid_argument')
    }
  })

  test('names, prefixes, namespaces, languages and attributes without measure are rejected', async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('')
    const texts = (more: number) => [
      `<${'a'.repeat(255 + more)}/>`,
      `<a ${'b'.repeat(255 + more)}="1"/>`,
      `<${'a'.repeat(255 + more)}:b xmlns:${'a'.repeat(255 + more)}="urn:a"/>`,
      `<a xmlns="${'u'.repeat(1_000 + more)}"/>`,
      `<a b:c="" xmlns:b="${'u'.repeat(1_000 + more)}"/>`,
      `<a xml:lang="${'d'.repeat(255 + more)}"/>`,
      `<a${attributes(50 + more)}/>`,
    ]
    for (const text of texts(0)) expect(() => read(text), text.slice(0, 30)).not.toThrow()
    for (const text of texts(1))
      expect(await refused(text), text.slice(0, 30)).toBe('invalid_argument')
  })
})

describe('writing XML', () => {
  test('an element is good on its own and means the same when it is read again', () => {
    const outer = read(
      '<D:set xmlns:D="DAV:" xmlns:x="urn:x" xml:lang="de"><D:prop><x:note kind="a&amp;&quot;b" x:more="&#10;"><y xmlns="urn:y">5 &lt; 6</y><z xmlns=""/>&#13;</x:note></D:prop></D:set>',
    )
    const note = elementsOf(davChild(outer, 'prop') ?? outer)[0]
    if (!note) throw new Error('no element')
    const again = read(toXml(note, 1_000))
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
    expect(plain({ ...again, attributes: [], lang: '' })).toEqual(
      plain({ ...note, attributes: [], lang: '' }),
    )
    expect(again.lang).toBe('de')
    expect(again.attributes.filter(({ name }) => name !== 'lang')).toEqual(note.attributes)
    expect(textOf(read(`<a>${contentToXml(note, 1_000)}</a>`))).toBe('5 < 6\r')
  })

  test('a prefix that stands for something else in an element is declared again after it', () => {
    const text = '<a xmlns:x="urn:1"><b><x:c xmlns:x="urn:2"><x:d/></x:c><x:e/></b></a>'
    const inner = elementsOf(read(text))[0]
    if (!inner) throw new Error('no element')
    expect(toXml(inner, 1_000)).toBe(
      '<b><x:c xmlns:x="urn:2"><x:d/></x:c><x:e xmlns:x="urn:1"/></b>',
    )
  })

  test('text that grows beyond its limit by namespaces that are declared again is refused', async () => {
    const inner = elementsOf(
      read(`<a xmlns:x="${'u'.repeat(1_000)}"><b>${'<x:c/>'.repeat(15_000)}</b></a>`),
    )[0]
    if (!inner) throw new Error('no element')
    for (const write of [toXml, contentToXml])
      expect(await refusal((async () => write(inner, 65_536))())).toBe('invalid_argument')
    const short = read('<a>12345</a>')
    expect(toXml(short, 12)).toBe('<a>12345</a>')
    expect(() => toXml(short, 11)).toThrow()
    expect(contentToXml(short, 5)).toBe('12345')
    expect(() => contentToXml(short, 4)).toThrow()
  })

  test('text that XML cannot hold is left out, and nothing ends an element early', () => {
    expect(escapeXml('a<b>&"\u0000\uffff\ud800')).toBe('a&lt;b&gt;&amp;&quot;\ufffd')
  })
})
