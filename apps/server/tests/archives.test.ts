import { randomBytes } from 'node:crypto'
import { isServiceError } from '@awan/protocol/errors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readZip } from '../src/kernel/zip/testing.ts'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('a person downloads a folder as one archive, in two ranges', async () => {
    await using server = await startServer(await prepare())
    const { drive } = await createSignedUpPerson(server.url)
    const folder = await drive.files.createFolder({ name: 'Trips' })
    const contents = [randomBytes(300_000), randomBytes(10), Buffer.alloc(0)]
    for (const [i, content] of contents.entries()) {
      const name = `${i}.bin`
      await drive.uploads.upload(new Blob([content]), { parent_id: folder.id, name })
    }
    const { url, size, entries, name, etag } = await drive.files.zip([folder.id])
    expect([name, entries]).toEqual(['Trips.zip', 4])
    const get = async (range: string) => {
      const answer = await fetch(new URL(url, server.url), {
        headers: { range, 'if-range': etag },
      })
      expect(answer.status).toBe(206)
      return Buffer.from(await answer.arrayBuffer())
    }
    const zip = Buffer.concat([await get('bytes=0-199999'), await get('bytes=200000-')])
    expect(zip.length).toBe(size)
    const files = readZip(zip).map((file) => ({ name: file.name, bytes: file.bytes }))
    expect(files).toEqual([
      { name: 'Trips/', bytes: Buffer.alloc(0) },
      ...contents.map((bytes, i) => ({ name: `Trips/${i}.bin`, bytes })),
    ])
  })

  test('a photo gets its thumbnail after the chore has run', async () => {
    await using server = await startServer(await prepare())
    const { drive } = await createSignedUpPerson(server.url)
    const photo = await sharp({
      create: { width: 900, height: 600, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer()
    const file = await drive.uploads.upload(new Blob([photo]), { name: 'sea.jpg' })
    const early = await drive.files.thumbnail(file.id).catch((error: unknown) => error)
    expect(isServiceError(early, 'aborted')).toBe(true)
    await server.runChore('make thumbnails')
    const picture = await drive.files.thumbnail(file.id, { size: '512' })
    const { width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect(width).toBe(512)
    const linked = await fetch(new URL(file.thumbnail_link ?? '', server.url))
    expect([linked.status, linked.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})
