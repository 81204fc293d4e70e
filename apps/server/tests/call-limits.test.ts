import { createUploadManager } from '@awan/client/upload-manager'
import { expect, onTestFinished, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const FEW = { write: 4, search: 2, link: 2, zip: 1 }
const TOO_MANY = { error: 'resource_exhausted', details: [{ reason: 'rate_limited' }] }

onEachBackend((prepare) => {
  test('a person with too many calls of a kind is rejected with Retry-After, and others are not', async () => {
    await using server = await startServer(await prepare(), { driveCallsPerMinute: FEW })
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const { drive } = ana
    const folder = await drive.files.createFolder({ name: 'Trips' })
    // Kinds of writing are counted together.
    await drive.files.update(folder.id, { description: 'At the sea' })
    await drive.paths.put('a.txt', new Blob(['a']))
    const { id } = await drive.paths.put('b.txt', new Blob(['b']))
    server.clock.advance(20_000)
    await expect(drive.files.createFolder({ name: 'More' })).rejects.toMatchObject({
      ...TOO_MANY,
      retryAfterMs: 40_000,
    })
    await expect(drive.paths.put('c.txt', new Blob(['c']))).rejects.toMatchObject(TOO_MANY)
    expect((await drive.files.list()).files).toHaveLength(3)
    await ben.drive.files.createFolder({ name: 'Trips' })

    for (let i = 0; i < 2; i++) await drive.search({ q: 'trips' })
    await expect(drive.search({ q: 'trips' })).rejects.toMatchObject(TOO_MANY)
    for (let i = 0; i < 2; i++) await drive.files.link(id)
    await expect(drive.files.link(id)).rejects.toMatchObject(TOO_MANY)
    await drive.files.zip([id])
    await expect(drive.files.zip([id])).rejects.toMatchObject(TOO_MANY)

    server.clock.advance(60_000)
    await drive.files.createFolder({ name: 'More' })
  })

  test('the upload manager waits for the rate limit and then continues', async () => {
    await using server = await startServer(await prepare(), { driveCallsPerMinute: FEW })
    const { client, drive } = await createSignedUpPerson(server.url)
    for (let i = 0; i < 4; i++) await drive.paths.put(`${i}.txt`, new Blob(['a']))
    server.clock.advance(59_000)
    const uploads = createUploadManager(client)
    onTestFinished(() => uploads.dispose())
    await uploads.add([{ path: 'later.txt', source: new Blob(['b']) }])
    await expect.poll(() => server.log()).toContain('too many calls')
    server.clock.advance(1_000)
    expect((await uploads.settled()).files).toMatchObject({ done: 1, failed: 0 })
  })
})
