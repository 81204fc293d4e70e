import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { type NameRule, newNames } from './new-names.ts'

const toFile = (name: string, kind: File['kind'] = 'file') =>
  ({ id: name, kind, name, modified_time: '2026-03-04T12:00:00Z' }) as File

function rename(rule: NameRule, ...names: string[]): string[] {
  return newNames(
    names.map((name) => toFile(name)),
    rule,
  )
}

const replace = (find: string, put: string, more: object = {}): NameRule => ({
  ...{ kind: 'replace', find, put, isCaseKept: false, hasExtension: false },
  ...more,
})

test('text is replaced wherever it is in a name, but not in its extension', () => {
  expect(rename(replace('txt', 'text'), 'txt of TXT.txt', 'a.txt')).toEqual([
    'text of text.txt',
    'a.txt',
  ])
  expect(rename(replace('txt', 'md', { hasExtension: true }), 'a.txt')).toEqual(['a.md'])
  expect(rename(replace('img', 'sea', { isCaseKept: true }), 'IMG img.jpg')).toEqual([
    'IMG sea.jpg',
  ])
  expect(rename(replace('', 'x'), 'a.txt')).toEqual(['a.txt'])
})

test('what is replaced is plain text, and so is what it is replaced with', () => {
  expect(rename(replace('.*(1)', '$&'), 'a.*(1).txt', 'b (1).txt')).toEqual([
    'a$&.txt',
    'b (1).txt',
  ])
  expect(rename(replace('a/b-[c]', 'x'), 'no a/b-[c]')).toEqual(['no x'])
})

test('an accent is found however it was typed, and names are as they are stored', () => {
  expect(rename(replace('e\u0301', 'e'), 'caf\u00e9.txt')).toEqual(['cafe.txt'])
  expect(rename({ kind: 'add', before: 'e\u0301 ', after: '', hasExtension: false }, 'a')).toEqual([
    '\u00e9 a',
  ])
})

test('text is added before the name and before its extension, of folders at the end', () => {
  const rule: NameRule = { kind: 'add', before: 'Sea ', after: ' old', hasExtension: false }
  expect(rename(rule, 'a.txt', 'b.tar.gz', '.env')).toEqual([
    'Sea a old.txt',
    'Sea b old.tar.gz',
    'Sea .env old',
  ])
  expect(newNames([toFile('v1.2', 'folder')], rule)).toEqual(['Sea v1.2 old'])
  expect(rename({ ...rule, hasExtension: true }, 'a.txt')).toEqual(['Sea a.txt old'])
})

test('files are numbered in their order, with a name of their own or before their names', () => {
  const rule: NameRule = { kind: 'number', name: 'Sea', start: 9, digits: 3 }
  expect(rename(rule, 'x.jpg', 'y.png')).toEqual(['Sea 009.jpg', 'Sea 010.png'])
  expect(rename({ ...rule, name: '' }, 'x.jpg')).toEqual(['009 x.jpg'])
})

test('the date goes before the name once, and without a date taken it is the date modified', () => {
  const files = [toFile('a.jpg'), toFile('2026-01-02 b.jpg'), toFile('c.txt')]
  const times = new Map([
    ['a.jpg', '2025-12-31T12:00:00Z'],
    ['2026-01-02 b.jpg', '2026-01-02T12:00:00Z'],
  ])
  expect(newNames(files, { kind: 'date', by: 'taken' }, times)).toEqual([
    '2025-12-31 a.jpg',
    '2026-01-02 b.jpg',
    '2026-03-04 c.txt',
  ])
  expect(rename({ kind: 'date', by: 'modified' }, 'a.jpg')).toEqual(['2026-03-04 a.jpg'])
})
