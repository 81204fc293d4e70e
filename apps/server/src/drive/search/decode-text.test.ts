import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { termsOfText, termsToFind, textWordsOf } from './text-terms.ts'

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

test('UTF-8, and UTF-16 with a byte order mark, are decoded as text', () => {
  expect(decodeText(Buffer.from('sea 海'))).toEqual({ encoding: 'utf-8', text: 'sea 海' })
  expect(decodeText(utf16('sea 海', false))?.encoding).toBe('utf-16le')
  expect(decodeText(utf16('sea 海', true))).toEqual({ encoding: 'utf-16be', text: '\ufeffsea 海' })
  expect(decodeText(Buffer.from('a\tb\r\n\f\u001b[1m'))?.text).toContain('b')
})

test('text that is cut in the middle of a character is still decoded', () => {
  const bytes = Buffer.from('海')
  expect(decodeText(Buffer.concat([Buffer.from('sea'), bytes.subarray(0, 2)]))?.text).toBe('sea')
})

test.each([
  ['a zero', Buffer.from('a\0b')],
  ['bytes of no character', Buffer.from([0x61, 0xff, 0x62, 0x63])],
  ['Latin-1', Buffer.from('caf\u00e9 noir', 'latin1')],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('%s is not decoded as text', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined()
})

test('each term is indexed at the byte offset of its first occurrence', async () => {
  const text = 'Ünter den Linden; unter 海边的 linden2'
  const terms = await termsOfText({ text, encoding: 'utf-8' })
  const at = (piece: string) => Buffer.from(text).indexOf(piece)
  expect(terms).toEqual([
    { term: 'unter', at: 0 },
    { term: 'den', at: at('den') },
    { term: 'linden', at: at('Linden') },
    { term: '海边', at: at('海') },
    { term: '边的', at: at('海') },
    { term: '的', at: at('海') },
    { term: 'linden2', at: at('linden2') },
  ])
  const wide = await termsOfText({ text: 'a 海 b', encoding: 'utf-16le' })
  expect(wide.map((one) => one.at)).toEqual([0, 4, 8])
})

test('a query is split into the same terms as an indexed text', () => {
  expect(termsToFind(textWordsOf('Sea 海边的'))).toEqual(['sea', '海边', '边的'])
  expect(termsToFind(['海'])).toEqual(['海'])
  expect(termsToFind(textWordsOf('sha256, A1-b2'))).toEqual(['sha256', 'a1', 'b2'])
})
