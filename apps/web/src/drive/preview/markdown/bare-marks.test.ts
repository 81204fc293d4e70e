import { expect, test } from 'vitest'
import { bareMarks } from './bare-marks.ts'

const bare = (html: string) => bareMarks(html, (tag) => tag === 'b' || tag === 'br')

test('kept tags lose their attributes, and other tags and comments are removed', () => {
  expect(bare('a <b class="x" onclick="y">c</B> <i>d</i> <br/>')).toBe('a <b>c</b> d <br>')
  expect(bare('a <!-- <b> \n --> c <!-->d--> e')).toBe('a  c  e')
  expect(bare('1 < 2 <> </> <1> <b')).toBe('1 < 2 <> </> <1> <b')
  expect(bare('<!-- <b x>c')).toBe('<!-- <b>c')
  expect(bare('<a <b>c')).toBe('c')
})

test.each(['<!--', '<b ', '<b', '<', '<b <!--', '<!-- <b>', '<b>'])(
  'a note of millions of %j is read in linear time',
  (mark) => {
    const note = mark.repeat(2_000_000 / mark.length)
    expect(bare(note).length).toBeLessThanOrEqual(note.length)
  },
)
