import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'
import { elementAt, readXmlTree, textOf } from './xml-tree.ts'

const whole = (xml: string) => ({ xml, isCut: false })

function eventsOf(xml: string): string[] {
  const events: string[] = []
  readXml(whole(xml), {
    open(name, attributes) {
      const list = [...attributes].map(([key, value]) => ` ${key}=${value}`).join('')
      events.push(`<${name}${list}>`)
      return undefined
    },
    close(name) {
      events.push(`</${name}>`)
      return undefined
    },
    text: (text) => events.push(text),
  })
  return events
}

test('tags, attributes and texts are read in their order', () => {
  expect(eventsOf('<?xml version="1.0"?><a b="1 > 0" c=\'"\'>x<d/>y</a>\n')).toEqual([
    '<a b=1 > 0 c=">',
    'x',
    '<d>',
    '</d>',
    'y',
    '</a>',
  ])
  expect(eventsOf('<a><!-- <b> --><![CDATA[<c>]]></a>')).toEqual(['<a>', '<c>', '</a>'])
})

test('the five entities and numbers are replaced, and no other', () => {
  expect(eventsOf('<a b="&quot;">&lt;&#65;&#x4E2D;&amp;lt; &copy; &constructor;</a>')).toEqual([
    '<a b=">',
    '<A中&lt; &copy; &constructor;',
    '</a>',
  ])
})

test('entities that a document defines are never replaced', () => {
  const lols = Array.from({ length: 9 }, (_, at) => {
    return `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`
  }).join('')
  const xml = `<!DOCTYPE a [<!ENTITY l0 "lol">${lols}<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&l9;&x;</a>`
  expect(eventsOf(xml)).toEqual(['<a>', '&l9;&x;', '</a>'])
})

test('a name is known by its namespace, whatever its prefix', () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const links = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  expect(eventsOf(`<x:sheet xmlns:x="${main}" xmlns:rel="${links}" rel:id="1" id="2"/>`)).toEqual([
    '<sheet r:id=1 id=2>',
    '</sheet>',
  ])
})

test.each(['<a', '<a>', '<a b="1>', '</a>', '<a><!-- ', '< a>', '<a>'.repeat(600)])(
  '%j is broken',
  (xml) => {
    expect(() => eventsOf(xml)).toThrow('broken')
  },
)

test('of a text that was cut, what is whole is read', () => {
  const { root, isCut } = readXmlTree({ xml: '<a><b>one</b><b>two</b><b na', isCut: true })
  expect(isCut).toBe(true)
  expect(textOf(root)).toBe('onetwo')
})

test('a tree of too many elements is cut', () => {
  const { root, isCut } = readXmlTree(whole(`<a>${'<b>x</b>'.repeat(100)}</a>`), 11)
  expect(isCut).toBe(true)
  expect(textOf(root)).toBe('x'.repeat(10))
  expect(elementAt(root, 'b')?.name).toBe('b')
})

test.each(['<', '<a ', '<!--', '<!a>', '<a b="', '&amp;', '<a b="&lt;" '])(
  'a million of %j end in linear time',
  (mark) => {
    const part = { xml: `<a>${mark.repeat(1_000_000)}`, isCut: true }
    expect(readXmlTree(part).root.name).toBe('a')
  },
)
