import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { createUploadManager, type EndedUpload } from '@awan/client/upload-manager'
import { createFileJournal, fromDirectory } from '@awan/client/upload-manager-node'
import { BLOCK_BYTES } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { Blake3Hasher, blake3 } from '@napi-rs/blake-hash'
import { expect, onTestFinished, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const MODIFIED = new Date('2026-03-01T10:00:00.000Z')

onEachBackend((prepare) => {
  test('the upload manager uploads a folder completely: small, large and empty files, and empty folders', async () => {
    await using server = await startServer(await prepare())
    const { client, drive } = await createSignedUpPerson(server.url)
    const folder = await createFolder()
    const contents = new Map<string, Buffer>()
    for (let index = 0; index < 600; index++) {
      contents.set(`many/${index % 7}/file ${index}.bin`, randomBytes(index * 13))
    }
    contents.set('film.mkv', randomBytes(3 * BLOCK_BYTES + 17))
    contents.set('many/photo.jpg', randomBytes(BLOCK_BYTES / 2))
    for (const [path, bytes] of contents) await put(join(folder, path), bytes)
    await mkdir(join(folder, 'none/at all'), { recursive: true })

    const ended: EndedUpload[] = []
    const uploads = createUploadManager(client, { onEnded: (one) => ended.push(one) })
    onTestFinished(() => uploads.dispose())
    await uploads.add(fromDirectory(folder, { isContentOnly: true }))
    const { files, bytes, halt } = await uploads.settled()
    expect({ files, halt }).toMatchObject({
      files: { total: 603, done: 603, failed: 0 },
      halt: undefined,
    })
    expect(bytes.done).toBe([...contents.values()].reduce((sum, { length }) => sum + length, 0))
    expect(new Set(ended.map(({ path }) => path)).size).toBe(603)

    const tree = await readTree(drive)
    const isFile = ([, { kind }]: [string, File]) => kind === 'file'
    const arrived = [...tree].filter(isFile).map(([path, { hash }]) => [path, hash])
    expect(Object.fromEntries(arrived)).toEqual(
      Object.fromEntries([...contents].map(([path, bytes]) => [path, contentHash(bytes)])),
    )
    expect(tree.get('none/at all')?.kind).toBe('folder')
    expect(Date.parse(tree.get('film.mkv')?.modified_time ?? '')).toBe(MODIFIED.getTime())
    expect(Date.parse(tree.get('many/1/file 1.bin')?.modified_time ?? '')).toBe(MODIFIED.getTime())

    // Once more, as after a reload: nothing is sent, and nothing changes.
    const { seq } = await drive.about()
    await uploads.add(fromDirectory(folder, { isContentOnly: true }), { skipSame: true })
    expect((await uploads.settled()).files).toMatchObject({ instant: 603, failed: 0 })
    expect((await drive.about()).seq).toBe(seq)
  })

  test('content of another drive need not be sent where the operator allows instant uploads', async () => {
    const backend = await prepare()
    const folder = await createFolder()
    const film = randomBytes(3 * BLOCK_BYTES + 17)
    await put(join(folder, 'film.mkv'), film)
    const sendBy = async (url: string) => {
      const { client, drive } = await createSignedUpPerson(url)
      const uploads = createUploadManager(client)
      onTestFinished(() => uploads.dispose())
      await uploads.add(fromDirectory(folder, { isContentOnly: true }))
      const { files } = await uploads.settled()
      return { drive, files }
    }
    await using careful = await startServer(backend)
    await sendBy(careful.url)
    expect((await sendBy(careful.url)).files).toMatchObject({ done: 1, instant: 0 })

    await using generous = await startServer(backend, { instantUpload: 'all' })
    const { drive, files } = await sendBy(generous.url)
    expect(files).toMatchObject({ done: 1, instant: 1 })
    const file = (await readTree(drive)).get('film.mkv')
    expect(file?.hash).toBe(contentHash(film))
    const download = await drive.files.download(file?.id ?? '')
    expect(Buffer.from(await download.arrayBuffer()).equals(film)).toBe(true)
    expect((await drive.about()).quota_usage).toBe(film.length)
  })

  test('the upload manager resumes an upload that another one began', async () => {
    await using server = await startServer(await prepare())
    const { client, drive } = await createSignedUpPerson(server.url)
    const folder = await createFolder()
    const bytes = randomBytes(40 * BLOCK_BYTES)
    await put(join(folder, 'film.mkv'), bytes)
    const journal = createFileJournal(join(folder, '.journal'))

    const first = createUploadManager(client, { journal })
    const begun = new Promise<void>((resolve) => {
      first.subscribe(() => {
        if (first.summary().bytes.done >= 4 * BLOCK_BYTES) resolve()
      })
    })
    await first.add([entryOf(folder, 'film.mkv', bytes.length)])
    await begun
    first.dispose()
    const [record] = await journal.list()
    expect(record).toMatchObject({ path: 'film.mkv', size: bytes.length })

    let firstSeen: number | undefined
    const second = createUploadManager(client, { journal })
    onTestFinished(() => second.dispose())
    second.subscribe(() => {
      const { done } = second.summary().bytes
      if (done > 0) firstSeen ??= done
    })
    await second.add([entryOf(folder, 'film.mkv', bytes.length)])
    expect((await second.settled()).files).toMatchObject({ done: 1 })
    expect(firstSeen).toBeGreaterThanOrEqual(4 * BLOCK_BYTES)
    expect((await readTree(drive)).get('film.mkv')?.hash).toBe(contentHash(bytes))
    expect(await journal.list()).toEqual([])
  })

  test('the upload manager stops when the quota is exceeded, and what fitted is kept', async () => {
    const config = { defaultQuotaBytes: 50_000 }
    await using server = await startServer(await prepare(), config)
    const { client, drive } = await createSignedUpPerson(server.url)
    const uploads = createUploadManager(client)
    onTestFinished(() => uploads.dispose())
    const small = (index: number) => ({
      path: `in/${index}`,
      source: new Blob([randomBytes(10_000)]),
    })
    await uploads.add(Array.from({ length: 8 }, (_, index) => small(index)))
    const { files, halt } = await uploads.settled()
    expect(halt?.kind).toBe('quota')
    expect(files).toMatchObject({ total: 8, done: 5, failed: 0 })
    expect((await drive.about()).quota_usage).toBe(50_000)
  })

  test('a missing folder fails its own files only', async () => {
    await using server = await startServer(await prepare())
    const { client } = await createSignedUpPerson(server.url)
    const uploads = createUploadManager(client)
    onTestFinished(() => uploads.dispose())
    const entry = (path: string) => ({ path, source: new Blob([path]) })
    await uploads.add([entry('good')])
    await uploads.settled()
    await uploads.add([entry('a'), entry('b/c')], { parent_id: 'nowhere' })
    await uploads.add([entry('good too')])
    expect((await uploads.settled()).files).toMatchObject({ done: 2, failed: 2 })
    expect(uploads.failures().map(({ error }) => error?.error)).toEqual(['not_found', 'not_found'])
  })
})

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-manager-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function put(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, bytes)
  await utimes(path, MODIFIED, MODIFIED)
}

function entryOf(folder: string, path: string, size: number) {
  const source = () => fileSource(join(folder, path))
  return { path, source, size, modified_time: MODIFIED.toISOString() }
}

async function readTree(
  drive: DriveClient,
  parent_id = 'root',
  way = '',
): Promise<Map<string, File>> {
  const found = new Map<string, File>()
  let page_token: string | undefined
  do {
    const page = await drive.files.list({ parent_id, page_size: 1000, page_token })
    for (const file of page.files) {
      const path = way + file.name
      found.set(path, file)
      if (file.kind !== 'folder') continue
      for (const [below, one] of await readTree(drive, file.id, `${path}/`)) found.set(below, one)
    }
    page_token = page.next_page_token
  } while (page_token !== undefined)
  return found
}

function contentHash(bytes: Buffer): string {
  const whole = new Blake3Hasher()
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    whole.update(blake3(bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return `b3:${whole.digest('hex')}`
}
