import type { Uploads } from '@awan/client/drive'
import type { File as DriveFile } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createUploadQueue, type UploadItem } from './upload-queue.ts'

type Attempt = {
  name: string
  options: Parameters<Uploads['upload']>[1]
  succeed: () => Promise<void>
  fail: (error: unknown) => Promise<void>
}

/** The wire, held still: each attempt ends when the test says so. */
function openQueue() {
  const attempts: Attempt[] = []
  const aborted: string[] = []
  const settled: UploadItem[] = []
  const uploads: Pick<Uploads, 'upload' | 'abort'> = {
    upload(_source, options) {
      const { promise, resolve, reject } = Promise.withResolvers<DriveFile>()
      options.signal?.addEventListener('abort', () => reject(new ServiceError('cancelled')))
      options.onCreated?.({ id: options.uploadId ?? `up-${options.name}` } as never)
      attempts.push({
        name: options.name,
        options,
        succeed: () => settle(() => resolve({ name: options.name } as DriveFile)),
        fail: (error) => settle(() => reject(error)),
      })
      return promise
    },
    async abort(id) {
      aborted.push(id)
    },
  }
  const queue = createUploadQueue({
    uploads,
    now: () => 0,
    onSettled: (item) => settled.push(item),
  })
  return { queue, attempts, aborted, settled, states: () => queue.items().map((i) => i.state.kind) }
}

async function settle(act: () => void): Promise<void> {
  act()
  await new Promise((resolve) => setTimeout(resolve))
}

const file = (name: string) => new File(['bytes'], name, { lastModified: 0 })

test('three files go at once and the next one follows', async () => {
  const { queue, attempts, states } = openQueue()
  queue.add(['a', 'b', 'c', 'd'].map(file), 'root')
  expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting'])
  await attempts[0]?.succeed()
  expect(states()).toEqual(['done', 'sending', 'sending', 'sending'])
  expect(attempts[0]?.options).toMatchObject({ parent_id: 'root', conflict: 'fail' })
})

test('a taken name waits for a decision and then only commits what was sent', async () => {
  const { queue, attempts, states, settled } = openQueue()
  queue.add([file('a')], 'root')
  await attempts[0]?.fail(new ServiceError('already_exists'))
  expect(states()).toEqual(['conflict'])
  expect(settled.at(-1)?.state.kind).toBe('conflict')
  queue.resolveAll('rename')
  expect(attempts[1]?.options).toMatchObject({ conflict: 'rename', uploadId: 'up-a' })
  await attempts[1]?.succeed()
  expect(states()).toEqual(['done'])
})

test('skipping removes what was sent', async () => {
  const { queue, attempts, aborted, states } = openQueue()
  queue.add([file('a')], 'root')
  await attempts[0]?.fail(new ServiceError('already_exists'))
  queue.resolve(1, 'skip')
  expect(states()).toEqual(['skipped'])
  expect(aborted).toEqual(['up-a'])
})

test('a retry goes on with the same session, and begins anew when that has expired', async () => {
  const { queue, attempts, states } = openQueue()
  queue.add([file('a')], 'root')
  await attempts[0]?.fail(new ServiceError('unreachable'))
  expect(states()).toEqual(['failed'])
  queue.retry(1)
  expect(attempts[1]?.options.uploadId).toBe('up-a')
  await attempts[1]?.fail(new ServiceError('not_found'))
  expect(attempts[2]?.options.uploadId).toBeUndefined()
  await attempts[2]?.succeed()
  expect(states()).toEqual(['done'])
})

test('a folder that is gone fails once and is not tried again', async () => {
  const { queue, attempts, states } = openQueue()
  queue.add([file('a')], 'gone')
  await attempts[0]?.fail(new ServiceError('not_found'))
  expect(states()).toEqual(['failed'])
  expect(attempts).toHaveLength(1)
})

test('cancelling all starts nothing and removes what was sent', async () => {
  const { queue, attempts, aborted, states } = openQueue()
  queue.add(['a', 'b', 'c', 'd', 'e'].map(file), 'root')
  await settle(() => queue.cancelAll())
  expect(states()).toEqual(Array(5).fill('cancelled'))
  expect(attempts).toHaveLength(3)
  expect(aborted).toEqual(['up-a', 'up-b', 'up-c'])
  queue.clear()
  expect(queue.items()).toEqual([])
})
