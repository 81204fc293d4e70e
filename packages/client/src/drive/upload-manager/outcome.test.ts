import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { toOutcome } from './outcome.ts'

test.each([
  'Failed to fetch dynamically imported module: https://awan.test/assets/hash-blocks.js',
  'error loading dynamically imported module: https://awan.test/assets/hash-blocks.js',
  'Importing a module script failed.',
])(
  'a part of the program that does not arrive is an outage and no fault of the file: %s',
  (words) => {
    const outcome = toOutcome(new TypeError(words))
    expect(outcome).toMatchObject({ kind: 'outage', error: { error: 'unreachable' } })
  },
)

test('what the file itself does wrong is its failure', () => {
  expect(toOutcome(new TypeError('the file has changed')).kind).toBe('failed')
  expect(toOutcome(new ServiceError('invalid_argument')).kind).toBe('failed')
})
