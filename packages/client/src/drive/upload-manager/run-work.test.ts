import { expect, test, vi } from 'vitest'
import { createMemoryRuntime } from '../../runtime/memory.ts'
import { createFakeWire } from './fake-wire.ts'
import { createUploadManager } from './index.ts'

test.each([
  ['http://drive.example.org', true],
  ['https://drive.example.org', false],
])('files bundled for %s carry hashes: %s', async (origin, areHashed) => {
  const wire = createFakeWire()
  const runtime = createMemoryRuntime()
  const open = () => Promise.reject(new Error('nothing is opened here'))
  const uploads = createUploadManager({ runtime, origins: [origin], request: wire.request, open })
  const source = { size: 3, slice: () => new Uint8Array(3) }
  const paths = ['a', 'b']
  await uploads.add(paths.map((path) => ({ path, source })))
  runtime.advance(1000)
  await vi.waitUntil(() => wire.held().length > 0)
  for (const held of wire.held()) held.answer()
  await uploads.settled()
  const entries = wire.manifests.flatMap((manifest) => manifest.entries)
  expect(entries).toMatchObject(paths.map((path) => ({ path })))
  expect(entries.map((entry) => 'block_hash' in entry)).toEqual([areHashed, areHashed])
  uploads.dispose()
})
