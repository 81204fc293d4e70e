import { expect, test } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'
import { usePostgresDatabases } from '../../src/db/testing.ts'
import { Road } from '../../src/db/testing-road.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { endOf, openDriveCalls } from '../testing/drive-calls.ts'
import { openRaw, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'

const { place } = usePostgresDatabases()

test('when the host of the database is lost and another one answers, everything works within ten seconds', async () => {
  const road = await Road.to(await place())
  const dataDir = await createTestFolder()
  await using server = await startServer({
    dataDir,
    database: { kind: 'postgres', url: new Secret(road.url) },
    blobs: { kind: 'disk', path: `${dataDir}/blobs` },
  })
  const raw = openRaw(server.url)
  const { token } = await signUpRaw(server.url, raw)
  const calls = openDriveCalls(server.url, token)
  const make = (name: string) => calls.json('POST /drive/v1/files', { kind: 'folder', name })
  await Promise.all(Array.from({ length: 20 }, (_, i) => make(`before ${i}`)))
  const { cursor } = await calls.json('GET /drive/v1/changes')
  const waiting = calls.json(`GET /drive/v1/changes?wait=60&cursor=${encodeURIComponent(cursor)}`)

  road.silence()
  const since = performance.now()
  const ends = await Promise.all(
    Array.from({ length: 60 }, async (_, i) =>
      i % 2 === 0 ? (await raw('GET /v1/user/me', { token })).status : endOf(make(`during ${i}`)),
    ),
  )
  expect(performance.now() - since).toBeLessThan(10_000)
  // What was under way is refused as what it is, and nothing else is.
  expect(new Set(ends).difference(new Set([200, 503, 'yes', 'unavailable'])).size).toBe(0)
  await make('after')
  expect((await waiting).changes.length).toBeGreaterThan(0)
  const { files } = await calls.json('GET /drive/v1/files?page_size=1000')
  const made = ends.flatMap((end, i) => (end === 'yes' ? [`during ${i}`] : []))
  const names = new Set(files.map(({ name }: { name: string }) => name))
  expect([...made, 'after'].filter((name) => !names.has(name))).toEqual([])
}, 60_000)
