import { expect, test } from 'vitest'
import { type DiffLine, diffLines, isDrawable, withGaps } from './line-diff.ts'

test('a diff lists added and removed lines with their numbers in both texts', () => {
  expect(diffLines('tent\nstove\nmap\n', 'tent\nlamp\nmap\nrope\n')).toEqual([
    { kind: 'same', text: 'tent', before: 1, after: 1 },
    { kind: 'removed', text: 'stove', before: 2, after: undefined },
    { kind: 'added', text: 'lamp', before: undefined, after: 2 },
    { kind: 'same', text: 'map', before: 3, after: 3 },
    { kind: 'added', text: 'rope', before: undefined, after: 4 },
  ])
})

test.each([
  ['', '', ''],
  ['a', 'a', '=a'],
  ['', 'a\nb', '+a+b'],
  ['a\nb', '', '-a-b'],
  ['a\r\nb\r\n', 'a\nb\n', '=a=b'],
  ['a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc', '-a-b=c+b=a=b-b=a+c'],
])('the diff from %j to %j is %s', (before, after, marks) => {
  expect(
    diffLines(before, after)
      .map(({ kind, text }) => signs[kind] + text)
      .join(''),
  ).toBe(marks)
})

test('a diff contains both texts, with the fewest possible changes', () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const text = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]).join('\n')
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()]
    const lines = diffLines(before, after)
    expect(textOf(lines, 'added')).toBe(before)
    expect(textOf(lines, 'removed')).toBe(after)
    const changes = lines.filter(({ kind }) => kind !== 'same').length
    expect(changes).toBe(fewest(before.split('\n'), after.split('\n'), before, after))
  }
})

test('a diff of two texts with nothing in common lists both completely', () => {
  const [before, after] = [numbered('old', 3000), numbered('new', 3000)]
  const lines = diffLines(before, after)
  expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(3000)
  expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(3000)
})

test('a diff with too many changes is shown as one change between the common start and end', () => {
  const [before, after] = ['old', 'new'].map((word) =>
    ['first', ...everyOther(word, 9_999), 'last'].join('\n'),
  ) as [string, string]
  const lines = diffLines(before, after)
  expect(lines.filter(({ kind }) => kind === 'same')).toEqual([
    { kind: 'same', text: 'first', before: 1, after: 1 },
    { kind: 'same', text: 'last', before: 10_001, after: 10_001 },
  ])
  expect(textOf(lines, 'added')).toBe(before)
  expect(textOf(lines, 'removed')).toBe(after)
})

test('lines far from any change are counted instead of shown', () => {
  const before = numbered('line', 20)
  const shown = withGaps(diffLines(before, before.replace('line 10', 'another line')), 2)
  expect(shown.map((line) => (line.kind === 'gap' ? line.count : line.text))).toEqual([
    7,
    'line 8',
    'line 9',
    'line 10',
    'another line',
    'line 11',
    'line 12',
    8,
  ])
})

const signs = { same: '=', added: '+', removed: '-' } as const

test('a comparison of more lines than a page can draw is not drawn', () => {
  expect(isDrawable(diffLines(numbered('old', 2_000), numbered('new', 2_000)))).toBe(true)
  // Half a megabyte of line breaks against as many lines with something in them.
  expect(isDrawable(diffLines('\n'.repeat(500_000), 'x\n'.repeat(250_000)))).toBe(false)
  // Long texts with few changes are mostly gaps.
  const long = numbered('line', 50_000)
  expect(isDrawable(diffLines(long, `${long}\nmore`))).toBe(true)
})

function numbered(word: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')
}

/** Every second line is the same in all such texts. */
function everyOther(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `${word} ${at}` : `both ${at}`))
}

function textOf(lines: readonly DiffLine[], without: DiffLine['kind']): string {
  return lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n')
}

/** By the longest common subsequence, the plain way. */
function fewest(one: string[], other: string[], before: string, after: string): number {
  if (before === '' || after === '') return (before && one.length) || (after && other.length) || 0
  const longest = Array.from({ length: one.length + 1 }, () => new Array(other.length + 1).fill(0))
  one.forEach((line, x) => {
    other.forEach((its, y) => {
      const row = longest[x + 1] ?? []
      row[y + 1] =
        line === its ? longest[x]?.[y] + 1 : Math.max(longest[x]?.[y + 1] ?? 0, row[y] ?? 0)
    })
  })
  return one.length + other.length - 2 * longest[one.length]?.[other.length]
}
