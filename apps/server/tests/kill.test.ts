import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { freePort, startProcess } from './testing/process.ts'

onEachBackend((prepare) => {
  test('an upload resumes after the server was killed during it', async () => {
    const backend = await prepare()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    let server = await startProcess(backend, port)
    const { drive } = await createSignedUpPerson(url)
    const content = randomBytes(9 * BLOCK_BYTES + 17)

    let uploadId: string | undefined
    const interrupted = drive.uploads.upload(new Blob([content]), {
      parent_id: 'root',
      name: 'film.mkv',
      onCreated: ({ id }) => {
        uploadId = id
      },
      onProgress: ({ sentBytes }) => {
        if (sentBytes > 3 * BLOCK_BYTES) server.kill('SIGKILL')
      },
      signal: aborts(server),
    })
    await expect(interrupted).rejects.toThrow()
    expect(uploadId).toBeDefined()

    server = await startProcess(backend, port)
    const before = await drive.uploads.get(uploadId ?? '')
    expect(countBlocks(before.missing)).toBeLessThan(10)
    const file = await drive.uploads.upload(new Blob([content]), {
      parent_id: 'root',
      name: 'film.mkv',
      uploadId: uploadId ?? '',
    })

    expect(file.id).toBeDefined()
    const download = await drive.files.download(file.id)
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
    expect((await drive.files.list({})).files).toHaveLength(1)
  })

  test('SIGTERM stops the server cleanly, and its data is there after the next start', async () => {
    const backend = await prepare()
    const port = await freePort()
    const server = await startProcess(backend, port)
    const { drive } = await createSignedUpPerson(`http://127.0.0.1:${port}`)
    await drive.files.createFolder({ name: 'Kept' })
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    await startProcess(backend, port)
    expect((await drive.files.list({})).files.map(({ name }) => name)).toEqual(['Kept'])
  })
})

/** Fires when the process is gone, so that the client does not wait through all of its retries. */
function aborts(child: ChildProcess): AbortSignal {
  const controller = new AbortController()
  child.once('exit', () => controller.abort())
  return controller.signal
}

function countBlocks(ranges: readonly (readonly [number, number])[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}
