import { expect, test } from 'vitest'
import { refusal } from '../testing.ts'
import { holds, parseIf, tokensOf } from './if-header.ts'

const none = { etag: undefined, tokens: new Set<string>() }

test('lists with and without a resource, Not, tokens and tags are read', () => {
  expect(parseIf(undefined)).toEqual([])
  expect(parseIf('(<urn:a> ["e"]) (Not <DAV:no-lock>)')).toEqual([
    {
      resource: undefined,
      conditions: [
        { isNot: false, kind: 'token', value: 'urn:a' },
        { isNot: false, kind: 'etag', value: '"e"' },
      ],
    },
    { resource: undefined, conditions: [{ isNot: true, kind: 'token', value: 'DAV:no-lock' }] },
  ])
  const tagged = parseIf('</dav/a> (<urn:a>)(<urn:b>) <http://h/dav/b> ([W/"w"])')
  expect(tagged.map(({ resource }) => resource)).toEqual(['/dav/a', '/dav/a', 'http://h/dav/b'])
  expect(tokensOf(tagged)).toEqual(['urn:a', 'urn:b'])
  expect(tokensOf(parseIf('(NOT <urn:a>) (not["x"])'))).toEqual([])
})

test('a list is true when all of its conditions are', () => {
  const [list] = parseIf('(<urn:a> ["e"] Not <urn:b>)')
  if (!list) throw new Error('no list')
  const state = { etag: '"e"', tokens: new Set(['urn:a']) }
  expect(holds(list, state)).toBe(true)
  expect(holds(list, { ...state, etag: '"f"' })).toBe(false)
  expect(holds(list, { ...state, tokens: new Set(['urn:a', 'urn:b']) })).toBe(false)
  expect(holds(list, none)).toBe(false)
})

test('a header that cannot be read is rejected and never half believed', async () => {
  for (const header of [
    '',
    '()',
    '(',
    '(<a>',
    '<a>',
    '<a> <b> (<c>)',
    '(<a>) <b> (<c>)',
    '(<a>) <b>',
    '<r> (<a>) <s>',
    '(Not)',
    '(Not Not <a>)',
    '((<a>))',
    '<a b> (<c>)',
    '(<a>) x',
    '(nothing)',
    '(<a>))',
    `(${'<a>'.repeat(201)})`,
    ' '.repeat(20_000),
  ]) {
    expect(await refusal((async () => parseIf(header))()), header.slice(0, 40)).toBe(
      'invalid_argument',
    )
  }
})
