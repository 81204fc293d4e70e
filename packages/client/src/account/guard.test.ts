import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { caught } from '../testing/caught.ts'
import { guardFlows } from './guard.ts'

test('every flow returns a promise, even if its function is synchronous', async () => {
  const flows = guardFlows({ one: (a: number, b: number) => a + b, deep: { two: async () => 2 } })
  expect(await (flows.one(1, 2) as unknown as Promise<number>)).toBe(3)
  expect(await flows.deep.two()).toBe(2)
})

test('a ServiceError is rethrown unchanged', async () => {
  const error = new ServiceError('user_blocked')
  const { fail } = guardFlows({ fail: () => Promise.reject(error) })
  expect(await caught(fail())).toBe(error)
})

test('any other error becomes a local error that names the flow but not its arguments', async () => {
  const cause = new TypeError('cannot read hunter2')
  const { deep } = guardFlows({
    deep: {
      fail: async (_secret: string) => {
        throw cause
      },
    },
  })
  const error = await caught(deep.fail('hunter2'))
  expect(error).toMatchObject({
    error: 'local',
    message: 'local: wrong options param: deep.fail',
    cause,
  })
})
