import { expect, test } from 'vitest'
import { tickLine } from './tick-line.ts'

test('the box in a line is ticked and cleared, and nothing else of the note changes', () => {
  const note = '# To do\n- [ ] milk [ ] or not\n  1. [X] bread\r\n> - [ ] eggs\n'
  const ticked = tickLine(note, 1, true)
  expect(ticked).toBe('# To do\n- [x] milk [ ] or not\n  1. [X] bread\r\n> - [ ] eggs\n')
  expect(tickLine(ticked ?? '', 1, false)).toBe(note)
  expect(tickLine(note, 2, false)).toBe(note.replace('[X]', '[ ]'))
  expect(tickLine(note, 3, true)).toBe(note.replace('> - [ ]', '> - [x]'))
})

test('a line without a box changes nothing', () => {
  for (const line of [0, 2, 9])
    expect(tickLine('a\n- [ ] b\n- [a](b) c\n', line, true)).toBeUndefined()
})
