import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsePart } from './parse.ts'

const anything = z.record(z.string(), z.unknown())

function refusal(value: unknown): unknown {
  try {
    parsePart(anything, value, 'body')
  } catch (error) {
    return error
  }
  return undefined
}

test('a NUL character in a value or a field name is refused at any depth', () => {
  for (const value of [{ a: 'x\0' }, { a: [{ b: '\0' }] }, { 'a\0': 1 }]) {
    expect(refusal(value)).toMatchObject({ error: 'invalid_argument' })
  }
})

test('a body nested deeper than 32 levels is refused', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(refusal({ deep })).toMatchObject({
    error: 'invalid_argument',
    description: 'body: nests deeper than 32',
  })
})

test('ordinary values are accepted unchanged', () => {
  const value = { name: '사진 👩‍👧', list: [{ more: [1, null, true] }] }
  expect(parsePart(anything, value, 'body')).toEqual(value)
})
