import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileSource } from '@awan/client/node'
import { BLOCK_BYTES } from '@awan/protocol'
import { Blake3Hasher, blake3 } from '@napi-rs/blake-hash'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, signUp } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('[PRD-1] a person signs up, creates a folder, uploads, lists, downloads by range, signs out and in', async () => {
    await using server = await startServer(await prepare('empty'))
    const { client, drive, email } = createPerson(server.url)
    await signUp(server.url, { client, drive, email })
    expect(client.session.state()).toMatchObject({ status: 'signed-in' })

    const me = await client.user.me()
    expect(me.name).toBe('Ana')
    expect(me.email).not.toBe(email)
    expect(me.groups).toContainEqual({ id: 'administrators' })

    const folder = await drive.files.createFolder({ name: 'Trips' })
    const content = randomBytes(2 * BLOCK_BYTES + 12_345)
    const file = await drive.uploads.upload(new Blob([content]), {
      parent_id: folder.id,
      name: 'ridge walk.mp4',
      mime_type: 'video/mp4',
    })
    expect(file).toMatchObject({ kind: 'file', size: content.length, hash: contentHash(content) })

    const { files } = await drive.files.list({ parent_id: folder.id })
    expect(files.map(({ name, size }) => ({ name, size }))).toEqual([
      { name: 'ridge walk.mp4', size: content.length },
    ])

    const range = { start: BLOCK_BYTES - 10, end: BLOCK_BYTES + 9 }
    const part = await drive.files.download(file.id, { range })
    expect(Buffer.from(await part.arrayBuffer())).toEqual(
      content.subarray(range.start, range.end + 1),
    )

    const { url } = await drive.files.link(file.id)
    const whole = await fetch(new URL(url, server.url))
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)

    expect((await drive.about()).quota_usage).toBe(content.length)

    await client.signOut()
    expect(client.session.state()).toEqual({ status: 'signed-out' })
    await expect(drive.files.list({})).rejects.toMatchObject({ error: 'unauthenticated' })

    await client.signIn.withPassword({ username: email, password: PASSWORD })
    expect((await drive.files.list({ parent_id: folder.id })).files).toHaveLength(1)
  })

  test('content that the drive already has is not sent again', async () => {
    await using server = await startServer(await prepare())
    const { drive } = await createSignedUpPerson(server.url)
    const content = new Blob([randomBytes(BLOCK_BYTES + 1)])
    await drive.uploads.upload(content, { parent_id: 'root', name: 'one' })
    let missing: unknown
    const copy = await drive.uploads.upload(content, {
      parent_id: 'root',
      name: 'two',
      onCreated: (upload) => {
        missing = upload.missing
      },
    })
    expect(missing).toEqual([])
    const download = Buffer.from(await (await drive.files.download(copy.id)).arrayBuffer())
    expect(download.equals(Buffer.from(await content.arrayBuffer()))).toBe(true)
    expect((await drive.about()).quota_usage).toBe(2 * (BLOCK_BYTES + 1))
  })

  test('a large file from disk is uploaded and downloaded unchanged', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { drive } = await createSignedUpPerson(server.url)
    const content = randomBytes(30 * BLOCK_BYTES + 77)
    const path = join(backend.dataDir, 'film.mkv')
    await writeFile(path, content)
    const file = await drive.uploads.upload(fileSource(path), {
      parent_id: 'root',
      name: 'film.mkv',
    })
    expect(file.hash).toBe(contentHash(content))
    const download = await drive.files.download(file.id)
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  })

  test('another person’s file answers like one that does not exist', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const budi = await createSignedUpPerson(server.url)
    const folder = await ana.drive.files.createFolder({ name: 'Private' })
    const file = await ana.drive.uploads.upload(new Blob(['secret']), {
      parent_id: folder.id,
      name: 'diary.txt',
    })
    const unknown = 'zzzzzzzzzzzzzzzzzzzzzzzzz'
    const attempts = (id: string) => [
      budi.drive.files.get(id),
      budi.drive.files.list({ parent_id: id }),
      budi.drive.files.createFolder({ parent_id: id, name: 'x' }),
      budi.drive.files.download(id),
      budi.drive.files.link(id),
      budi.drive.uploads.get(id),
    ]
    for (const id of [folder.id, file.id]) {
      const others = await Promise.allSettled(attempts(id))
      const nobodys = await Promise.allSettled(attempts(unknown))
      for (const [index, attempt] of others.entries()) {
        expect(attempt).toMatchObject({ status: 'rejected', reason: { error: 'not_found' } })
        const { reason } = attempt as PromiseRejectedResult
        const twin = (nobodys[index] as PromiseRejectedResult).reason
        expect(reason.description).toBe(twin.description)
      }
    }
    expect((await budi.drive.files.list({})).files).toEqual([])
  })

  test('access and refresh tokens stop working when the person signs out', async () => {
    await using server = await startServer(await prepare())
    const { client } = await createSignedUpPerson(server.url)
    const stored = client.runtime.storage.get('credentials_awan-cli') ?? '{}'
    const { access_token, refresh_token } = JSON.parse(stored)
    await client.signOut()
    const me = await fetch(`${server.url}/v1/user/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(me.status).toBe(401)
    const refresh = await fetch(`${server.url}/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token,
        client_id: 'awan-cli',
      }),
    })
    expect(await refresh.json()).toMatchObject({ error: 'invalid_grant', error_code: 4126 })
  })

  test('the log contains no password, token or link', async () => {
    await using server = await startServer(await prepare())
    const { client, email, drive } = await createSignedUpPerson(server.url)
    await client.signIn.withPassword({ username: email, password: PASSWORD })
    const file = await drive.uploads.upload(new Blob(['x']), { parent_id: 'root', name: 'x' })
    const { url } = await drive.files.link(file.id)
    await fetch(new URL(url, server.url))
    await client.signIn
      .withPassword({ username: email, password: 'wrong one' })
      .catch(() => undefined)
    const { access_token, refresh_token } = JSON.parse(
      client.runtime.storage.get('credentials_awan-cli') ?? '{}',
    )
    const link = new URL(url, server.url).pathname.split('/').at(-1)
    for (const secret of [PASSWORD, 'wrong one', access_token, refresh_token, link]) {
      expect(secret.length).toBeGreaterThan(5)
      expect(server.log()).not.toContain(secret)
    }
  })
})

/** The published scheme: BLAKE3 over the BLAKE3 of each block. */
function contentHash(content: Buffer): string {
  const whole = new Blake3Hasher()
  for (let at = 0; at < content.length; at += BLOCK_BYTES) {
    whole.update(blake3(content.subarray(at, at + BLOCK_BYTES)))
  }
  return `b3:${whole.digest('hex')}`
}
