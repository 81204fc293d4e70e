import { expect, test } from 'vitest'
import { hasWholeLine, isUntitled, nameOfNote } from './name-of-note.ts'

test('a note is called by the words of its first line, without the marks around them', () => {
  for (const [text, name] of [
    ['# Milk\nand bread', 'Milk'],
    ['\n\n  ## **Trip** to [Oslo](https://example.org)  \n', 'Trip to Oslo'],
    ['- [x] call `Rani`', 'call Rani'],
    ['1. and/or: 50%?', 'and or 50%'],
    ['Hello...', 'Hello'],
    ['회의 메모', '회의 메모'],
  ] as const) {
    expect(nameOfNote(text), text).toBe(name)
  }
})

test('a long first line is cut at the end of a word', () => {
  const name = nameOfNote('word '.repeat(40))
  expect(name).toBe('word '.repeat(12).trim())
  expect([...(nameOfNote('가'.repeat(500)) ?? '')]).toHaveLength(60)
})

test('a file that is one long line is read in linear time', () => {
  const length = 2 * 1024 * 1024
  expect(nameOfNote('['.repeat(length))).toBe('['.repeat(60))
  expect(hasWholeLine('x'.repeat(length))).toBe(false)
})

test('the first line has ended when another one follows its words', () => {
  expect(hasWholeLine('\n\n # Milk')).toBe(false)
  expect(hasWholeLine('\n\n # Milk\n')).toBe(true)
})

test('a first line without words gives no name', () => {
  for (const text of ['', '\n \n', '# ', '# \n ...', '..']) {
    expect(nameOfNote(text), text).toBeUndefined()
  }
})

test('only the name that new notes get counts as untitled', () => {
  expect(isUntitled('Untitled note.md', 'Untitled note')).toBe(true)
  expect(isUntitled('Untitled note (12).md', 'Untitled note')).toBe(true)
  for (const name of ['Untitled note about cats.md', 'Untitled note.txt', 'My Untitled note.md']) {
    expect(isUntitled(name, 'Untitled note'), name).toBe(false)
  }
})
