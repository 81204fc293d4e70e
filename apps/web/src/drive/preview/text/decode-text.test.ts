import { expect, test } from 'vitest'
import { decodeText, encodeText, type TextFormat } from './decode-text.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each<TextFormat>([
  { encoding: 'utf-8', hasMark: false, lineBreak: '\n' },
  { encoding: 'utf-8', hasMark: true, lineBreak: '\r\n' },
  { encoding: 'utf-16le', hasMark: true, lineBreak: '\r\n' },
  { encoding: 'utf-16be', hasMark: true, lineBreak: '\r' },
  { encoding: 'utf-16le', hasMark: false, lineBreak: '\n' },
  { encoding: 'utf-16be', hasMark: false, lineBreak: '\n' },
])(
  'a text is written back in the format it was read in: $encoding, byte order mark $hasMark',
  (format) => {
    const text = 'Plain letters first, then\n고양이 and 🐈\n'
    const written = encodeText(text, format)
    expect(decodeText(written)).toEqual({ text, format })
  },
)

test('an empty file is an empty text', () => {
  expect(decodeText(bytes())).toEqual({
    text: '',
    format: { encoding: 'utf-8', hasMark: false, lineBreak: '\n' },
  })
})

test('binary content is not decoded as text', () => {
  expect(decodeText(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBeUndefined()
  expect(decodeText(bytes(0x50, 0x4b, 3, 4, 0, 0, 0, 0))).toBeUndefined()
  // `café` in Latin-1.
  expect(decodeText(bytes(0x63, 0x61, 0x66, 0xe9, 0x20))).toBeUndefined()
})

test('terminal colours, tabs and form feeds count as text', () => {
  expect(decodeText(utf8('\u001b[31mred\u001b[0m\tand\f'))?.text).toContain('red')
})

test('the first part of a file may end in the middle of a letter, a whole file may not', () => {
  const cut = utf8('고양이').subarray(0, 7)
  expect(decodeText(cut, true)?.text).toBe('고양')
  expect(decodeText(cut)).toBeUndefined()
})
