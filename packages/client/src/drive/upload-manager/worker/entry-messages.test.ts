import { isServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { type Reread, toUnreadable, type UploadEntries, type UploadEntry } from '../upload-entry.ts'
import { createEntryReceiver, createEntrySender } from './entry-messages.ts'

test('a worker retries an unreadable folder through the page, in several portions', async () => {
  const { send } = connect()
  const many = Array.from({ length: 150 }, (_, n) => ({ path: `${n}`, source: new Blob([`${n}`]) }))
  const sent = await send(toUnreadable('folder', undefined, { retry: () => many }))
  const found = await collect((sent as { retry: Reread }).retry('folder'))
  expect(found.map(({ path }) => path)).toEqual(many.map(({ path }) => path))
})

test('files of one folder share one retry function, each with its own path', async () => {
  const { send } = connect()
  const retry: Reread = (path) => [{ path, source: new Blob([path]), retry }]
  const [one, two] = await Promise.all(
    ['a', 'b'].map(async (path) => (await send({ path, source: new Blob(), retry })) as Kept),
  )
  expect(one?.retry).toBe(two?.retry)
  expect(await collect(two?.retry?.('b') ?? [])).toMatchObject([{ path: 'b', retry: one?.retry }])
})

test('a source that does not open makes its file unreadable until a retry succeeds', async () => {
  const { send } = connect()
  let isThere = false
  const source = async () => {
    if (!isThere) throw new Error('not there')
    return new Blob(['now'])
  }
  const sent = (await send({ path: 'late.txt', source })) as Kept
  expect(sent).toMatchObject({ path: 'late.txt', kind: 'unreadable' })
  isThere = true
  expect(await collect(sent.retry?.('late.txt') ?? [])).toMatchObject([{ path: 'late.txt' }])
  await expect(
    send({ path: 'x', source: { size: 0, slice: () => new Uint8Array() } }),
  ).rejects.toSatisfy((error) => isServiceError(error, 'invalid_argument'))
})

type Kept = UploadEntry & { retry?: Reread }

function connect() {
  const sender = createEntrySender()
  const receive = createEntryReceiver(sender.lookAgain)
  return { send: async (entry: UploadEntry) => receive(await sender.toMessage(entry)) }
}

async function collect(entries: UploadEntries): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}
