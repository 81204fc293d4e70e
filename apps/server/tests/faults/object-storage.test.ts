import { join } from 'node:path'
import { BLOCK_BYTES } from '@awan/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder, createTestS3Options, hasTestS3 } from '../../src/blobs/testing.ts'
import type { Backend } from '../testing/backends.ts'
import { createChance, pick } from '../testing/chance.ts'
import { type DriveCalls, endOf, openDriveCalls } from '../testing/drive-calls.ts'
import { findLeftovers, findWrongRows } from '../testing/left-behind.ts'
import { openRaw, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import { beginUpload, type Content, commit, contentOf, sendMissing } from '../testing/uploading.ts'
import { type Fault, startFaultProxy } from './fault-proxy.ts'

const FAULTS: Fault[] = [
  'internal error',
  'slow down',
  'cut request',
  'lost answer',
  'cut answer',
  'silence',
]

describe.skipIf(!hasTestS3)('object storage', () => {
  test('with unreliable object storage, retried uploads succeed and nothing is lost', async () => {
    const chance = createChance(6)
    let often = 0
    await using stand = await prepare(() =>
      chance() < often ? (pick(chance, FAULTS) ?? 'none') : 'none',
    )
    const { calls, server, proxy, backend } = stand
    often = 0.4
    const made: { id: string; content: Content }[] = []
    const refusals = new Set<string>()
    // Each is done again until it works, as a client does.
    const insist = async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;) {
        const attempt = work()
        const end = await endOf(attempt)
        if (end === 'yes') return attempt
        refusals.add(end)
      }
    }
    await Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (let i = 0; i < 4; i++) {
          const content = contentOf(i * BLOCK_BYTES + 1000 * lane, 1 + lane * 10 + i)
          const place = { name: `${lane}-${i}`, parentId: 'root' }
          const uploading = await insist(() => beginUpload(calls, place, content))
          await insist(() => sendMissing(calls, uploading))
          made.push({ id: await insist(() => commit(calls, uploading, 'fail')), content })
        }
      }),
    )
    expect([...refusals]).toEqual(['unavailable'])
    for (const fault of FAULTS) expect(proxy.counts[fault], fault).toBeGreaterThan(0)

    often = 0
    for (const { id, content } of made) await expectWhole(calls, id, content)
    expect(await findWrongRows(backend)).toEqual([])
    server.clock.advance(9 * 86_400_000)
    for (let round = 0; round < 2; round++) await server.runChores()
    expect(await findLeftovers(backend)).toEqual([])
  })

  test('without object storage, uploads and downloads answer unavailable, other calls work, and uploads resume when it is back', async () => {
    let fault: Fault = 'none'
    await using stand = await prepare(() => fault)
    const { calls, server, backend } = stand
    const content = contentOf(3 * BLOCK_BYTES, 1)
    const uploading = await beginUpload(calls, { name: 'a', parentId: 'root' }, content)
    await sendMissing(calls, uploading)
    const id = await commit(calls, uploading, 'fail')
    const later = await beginUpload(calls, { name: 'b', parentId: 'root' }, contentOf(9e6, 2))

    for (fault of ['internal error', 'slow down', 'cut request'] as const) {
      const another = beginUpload(calls, { name: 'c', parentId: 'root' }, contentOf(9e6, 3))
      expect(await endOf(another)).toBe('unavailable')
      expect(await endOf(sendMissing(calls, later))).toBe('unavailable')
      expect(await endOf(calls.content(id))).toBe('unavailable')
    }
    // A balancer goes on sending calls: the other processes have no object storage either.
    const health = await fetch(`${server.url}/health/ready`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'degraded' }])
    await calls.json(`PATCH /drive/v1/files/${id}`, { name: 'renamed' })
    expect((await calls.json('GET /drive/v1/files')).files).toMatchObject([{ name: 'renamed' }])

    fault = 'none'
    await sendMissing(calls, later)
    await expectWhole(calls, await commit(calls, later, 'fail'), later.content)
    await expectWhole(calls, id, content)
    expect(await findWrongRows(backend)).toEqual([])
  })

  test('that cuts off a refusal is reported as unavailable, and the upload can still be committed', async () => {
    const faults: Fault[] = []
    let otherwise: Fault = 'none'
    await using stand = await prepare(() => faults.shift() ?? otherwise)
    const { calls, backend } = stand
    const content = contentOf(BLOCK_BYTES, 1)
    const uploading = await beginUpload(calls, { name: 'a', parentId: 'root' }, content)
    await sendMissing(calls, uploading)

    // The parts are listed and completed, and from then on it answers that there is no such upload.
    faults.push('none', 'lost answer')
    otherwise = 'cut answer'
    expect(await endOf(commit(calls, uploading, 'fail'))).toBe('unavailable')
    expect(await endOf(commit(calls, uploading, 'fail'))).toBe('unavailable')

    otherwise = 'none'
    await expectWhole(calls, await commit(calls, uploading, 'fail'), content)
    expect(await findWrongRows(backend)).toEqual([])
  })
})

async function expectWhole(calls: DriveCalls, id: string, { bytes }: Content): Promise<void> {
  expect(bytes.equals(await calls.content(id)), `the content of ${id}`).toBe(true)
}

/** A server whose contents are in a real S3, behind a proxy that injects faults. */
async function prepare(choose: () => Fault) {
  const owned = new AsyncDisposableStack()
  const options = createTestS3Options()
  const proxy = owned.use(await startFaultProxy(options.endpoint ?? '', choose))
  const dataDir = await createTestFolder()
  const backend: Backend = {
    dataDir,
    database: { kind: 'sqlite', path: join(dataDir, 'awan.sqlite') },
    blobs: { ...options, endpoint: proxy.url, patienceMs: 2_000 },
  }
  const server = owned.use(await startServer(backend))
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  onTestFinished(() => owned.disposeAsync())
  return {
    backend,
    proxy,
    server,
    calls: openDriveCalls(server.url, token),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
