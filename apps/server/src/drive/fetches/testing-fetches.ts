import { BLOCK_BYTES } from '@awan/protocol'
import { expect } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { someBytes, type TestDrive } from '../testing.ts'
import { findMiscounts } from '../testing-tree.ts'
import type { FetchesOptions, NewFetch } from './fetches.ts'
import { fetchFromHere, openSite } from './testing.ts'

export const LARGE = someBytes(5 * BLOCK_BYTES + 12_345)
export const SMALL = Buffer.from('hello')

/** Quick steps, and no long wait for another try. */
export const fetching = (
  limits?: Parameters<typeof fetchFromHere>[1],
  pace?: FetchesOptions['pace'],
) => ({
  fetching: fetchFromHere({ clock: systemClock }, limits),
  partMs: 50,
  retryMs: 1,
  ...(pace && { pace }),
})

export async function begin(drive: TestDrive, urls: string[], options: Partial<NewFetch> = {}) {
  const wanted = { urls, parentId: 'root', conflict: 'rename', ...options } as const
  return drive.fetches.begin(drive.tasks as never, await drive.as('ana'), wanted)
}

/** To its end. */
export async function fetchAll(drive: TestDrive, urls: string[], options?: Partial<NewFetch>) {
  const { id } = await begin(drive, urls, options)
  await drive.runner.run()
  return ended(drive, id)
}

export async function ended(drive: TestDrive, id: string) {
  const row = await drive.tasks.get('ana', id)
  return { ...row, failures: JSON.parse(row.failures).first as Record<string, string>[] }
}

export async function listFiles(drive: TestDrive) {
  const { nodes } = await drive.nodes.list('ana', 'root', { size: 100, token: undefined })
  return nodes
}

export async function readFile(drive: TestDrive, name: string): Promise<Buffer> {
  const file = (await listFiles(drive)).find((node) => node.name === name)
  const content = await drive.downloads.open('ana', file?.id ?? '')
  return Buffer.concat(await (await content.read()).toArray())
}

/** Nothing is promised or kept that is no file. */
export async function expectNothingLeft(drive: TestDrive) {
  const uploads = await drive.db.read((r) =>
    r.selectFrom('uploads').select('id').where('committed_node_id', 'is', null).execute(),
  )
  expect(uploads).toEqual([])
  expect((await drive.drives.of('ana')).reserved_bytes).toBe(0)
  const drafts = await drive.db.read((r) =>
    r.selectFrom('blobs').select('id').where('hash', 'is', null).execute(),
  )
  expect(drafts).toEqual([])
  expect(await findMiscounts(drive)).toEqual([])
}

export const expectForgotten = async (drive: TestDrive) =>
  expect(
    await drive.db.read((r) =>
      r.selectFrom('tasks').select('input').where('kind', '=', 'fetch').execute(),
    ),
  ).toEqual([{ input: '{}' }])
/** A server that has sent so many bytes and then waits. */
export function waitingSite(sentBytes: number) {
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>()
  const opened = openSite({
    '/large.bin': (_, response) => {
      response.writeHead(200, { 'content-length': String(LARGE.length), etag: '"one"' })
      response.write(LARGE.subarray(0, sentBytes), () => resolve())
      response.on('close', close)
    },
  })
  return { opened, isWaiting, isClosed }
}

export const hasStored = (drive: TestDrive, id: string, bytes: number) =>
  expect
    .poll(async () => {
      const { cursor } = await drive.tasks.get('ana', id)
      return cursor === null ? 0 : (JSON.parse(cursor).open[0]?.stored ?? 0)
    })
    .toBeGreaterThanOrEqual(bytes)
