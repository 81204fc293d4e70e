import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { startEmbeddedPostgres } from '../services/postgres-embedded.ts'
import type { Backend } from '../testing/backends.ts'
import { type DriveCalls, endOf, openDriveCalls } from '../testing/drive-calls.ts'
import { findWrongRows } from '../testing/left-behind.ts'
import { openRaw, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import { beginUpload, commit, contentOf, sendMissing } from '../testing/uploading.ts'

test('a database crash under a busy server loses no acknowledged change', async () => {
  await using owned = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({ durable: true })
  owned.defer(() => postgres.stop())
  const dataDir = await createTestFolder()
  const backend: Backend = {
    dataDir,
    database: { kind: 'postgres', url: new Secret(postgres.url) },
    blobs: { kind: 'disk', path: join(dataDir, 'blobs') },
  }
  const server = owned.use(await startServer(backend))
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  const calls = openDriveCalls(server.url, token)
  const content = contentOf(4 * BLOCK_BYTES + 9, 1)
  const uploading = await beginUpload(calls, { name: 'film', parentId: 'root' }, content)

  const folders = new Set<string>()
  const refusals = new Set<string>()
  let isOver = false
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      const name = `${writer}-${i}`
      const end = await endOf(calls.json('POST /drive/v1/files', { kind: 'folder', name }))
      if (end === 'yes') folders.add(name)
      else refusals.add(end)
    }
  })
  const { cursor } = await calls.json('GET /drive/v1/changes')
  for (let round = 0; round < 3; round++) {
    const before = folders.size
    await until(() => folders.size > before + 20)
    const sending = endOf(sendMissing(calls, uploading))
    await postgres.restart()
    expect(['yes', 'unavailable']).toContain(await sending)
  }
  const after = folders.size
  await until(() => folders.size > after + 20)
  isOver = true
  await Promise.all(writers)
  // Every rejected call got the same error.
  expect([...refusals]).toEqual(['unavailable'])

  const names = await listNames(calls)
  expect([...folders].filter((name) => !names.has(name))).toEqual([])
  await sendMissing(calls, uploading)
  const id = await commit(calls, uploading, 'fail')
  expect(content.bytes.equals(await calls.content(id))).toBe(true)
  expect(await findWrongRows(backend)).toEqual([])

  // Those who follow changes are woken again, too.
  const told = await calls.json(`GET /drive/v1/changes?cursor=${encodeURIComponent(cursor)}`)
  expect(told.changes.length).toBeGreaterThan(0)
  const { cursor: now } = await readToEnd(calls, cursor)
  const waiting = calls.json(`GET /drive/v1/changes?wait=60&cursor=${encodeURIComponent(now)}`)
  await calls.json('POST /drive/v1/files', { kind: 'folder', name: 'news' })
  expect((await waiting).changes).toMatchObject([{ file: { name: 'news' } }])
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5)
}

async function listNames(calls: DriveCalls): Promise<Set<string>> {
  const names = new Set<string>()
  let token: string | undefined = ''
  while (token !== undefined) {
    const page: { files: { name: string }[]; next_page_token?: string } = await calls.json(
      `GET /drive/v1/files?page_size=1000${token && `&page_token=${encodeURIComponent(token)}`}`,
    )
    for (const { name } of page.files) names.add(name)
    token = page.next_page_token
  }
  return names
}

async function readToEnd(calls: DriveCalls, from: string): Promise<{ cursor: string }> {
  let page = { cursor: from, has_more: true }
  while (page.has_more) {
    page = await calls.json(`GET /drive/v1/changes?cursor=${encodeURIComponent(page.cursor)}`)
  }
  return page
}
