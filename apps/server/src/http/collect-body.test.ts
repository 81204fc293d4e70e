import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { collectBody } from './collect-body.ts'

const MAX = 10_000
const collect = async (stream: Readable, declaredBytes?: number) =>
  collectBody(stream, { declaredBytes, maxBytes: MAX })

test.each([
  [undefined, 5_000],
  [5_000, 5_000],
  [undefined, MAX],
  [0, 0],
])(
  'a body that is sent byte by byte is copied as it arrives (Content-Length %s, %s bytes)',
  async (declared, length) => {
    const stream = new PassThrough({ readableHighWaterMark: 1 })
    const body = collect(stream, declared)
    // All chunks share one buffer: whoever kept them would find the last byte everywhere.
    const one = Buffer.alloc(1)
    for (let at = 0; at < length; at++) {
      one[0] = at % 251
      stream.emit('data', one)
    }
    stream.end()
    const collected = await body
    expect(collected.equals(Buffer.from(Array.from({ length }, (_, at) => at % 251)))).toBe(true)
  },
)

test('a body that is too large is refused, by its Content-Length before anything is read', async () => {
  const tooLarge = { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }
  await expect(collect(new PassThrough(), MAX + 1)).rejects.toMatchObject(tooLarge)
  const parts = Array.from({ length: 3 }, () => Buffer.alloc(MAX / 2))
  await expect(collect(Readable.from(parts))).rejects.toMatchObject(tooLarge)
})

test('a body of another length than its Content-Length is refused', async () => {
  const wrong = { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', statusCode: 400 }
  await expect(collect(Readable.from([Buffer.alloc(3)]), 6)).rejects.toMatchObject(wrong)
})

test('a sender that goes away ends the wait for its body', async () => {
  const stream = new PassThrough()
  const body = collect(stream, 6)
  stream.destroy(new Error('aborted'))
  await expect(body).rejects.toMatchObject({ message: 'aborted', statusCode: 400 })
})
