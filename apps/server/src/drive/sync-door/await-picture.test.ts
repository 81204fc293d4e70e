import { NOT_YET_REASON } from '@awan/protocol/drive'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { refusal } from '../testing.ts'
import { createAwaitPicture } from './await-picture.ts'

/** A picture that nobody has made yet. */
function openPicture() {
  let looks = 0
  let isMade = false
  return {
    looks: () => looks,
    make: () => {
      isMade = true
    },
    async open() {
      looks++
      if (isMade) return 'picture'
      throw new ServiceError('aborted', {
        description: 'it is being made',
        details: [{ '@type': ERROR_INFO, reason: NOT_YET_REASON, domain: 'drive', metadata: {} }],
      })
    },
  }
}

const here = () => new AbortController()

test('a picture is opened as soon as it is made', async () => {
  const awaitPicture = createAwaitPicture()
  const { open, make, looks } = openPicture()
  const opened = awaitPicture('ana', open, here().signal)
  await expect.poll(looks).toBe(2)
  make()
  expect(await opened).toBe('picture')
})

test('one person waits for a limited number, and nobody else waits for that', async () => {
  const awaitPicture = createAwaitPicture(2)
  const { open, make, looks } = openPicture()
  const waiting = [1, 2].map(() => awaitPicture('ana', open, here().signal))
  await expect.poll(looks).toBeGreaterThanOrEqual(2)
  expect(await refusal(awaitPicture('ana', open, here().signal))).toBe('aborted')
  const other = awaitPicture('ben', open, here().signal)
  make()
  expect(await Promise.all([...waiting, other])).toEqual(['picture', 'picture', 'picture'])
})

test('whoever is gone waits no more, and makes room', async () => {
  const awaitPicture = createAwaitPicture(1)
  const { open, make, looks } = openPicture()
  const gone = here()
  const first = refusal(awaitPicture('ana', open, gone.signal))
  await expect.poll(looks).toBe(1)
  gone.abort()
  expect(await first).toBe('aborted')
  const seen = looks()
  const next = awaitPicture('ana', open, here().signal)
  await expect.poll(looks).toBeGreaterThan(seen + 1)
  make()
  expect(await next).toBe('picture')
})
