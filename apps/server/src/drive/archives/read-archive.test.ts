import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { readZip } from '../../kernel/zip/testing.ts'
import type { Content } from '../downloads/downloads.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import { joinDrive, LINK_KEY, someBytes, type TestDrive } from '../testing.ts'
import { forPeople } from '../testing-access.ts'
import { run } from '../testing-curl.ts'
import { plant } from '../testing-tree.ts'
import { createArchives } from './archives.ts'
import { ENTRIES_PER_PART } from './lay-out.ts'

/** Contents of nothing but zeros, as long as they are asked for; tells how much was read. */
function zeros() {
  const piece = Buffer.alloc(1024 * 1024)
  const told = { readBytes: 0 }
  const readContent: ReadContent = async (_content, { start, end }) => {
    let left = end - start + 1
    told.readBytes += left
    return new Readable({
      read() {
        const next = Math.min(left, piece.length)
        left -= next
        this.push(next > 0 ? piece.subarray(0, next) : null)
      },
    })
  }
  return { told, readContent }
}

onEachDatabase((openDatabase) => {
  const openDrive = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  function withContents(drive: TestDrive, readContent: ReadContent) {
    const archives = createArchives({
      ...drive,
      random: { bytes: (count) => Buffer.alloc(count, 1), integer: () => 0 },
      linkKey: LINK_KEY,
      readContent,
      onProblem(problem) {
        throw problem
      },
    })
    return forPeople(archives, drive.ownDrive)
  }

  const read = async (content: Content, start: number, end: number) =>
    buffer(await content.read({ start, end }))

  test('every range of an archive equals the same bytes of the whole, whatever was read before', async () => {
    const drive = await openDrive()
    const { id } = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'a',
      conflict: 'fail',
    })
    for (const size of [0, 1, 30, 200]) {
      await drive.upload('ana', `${size}.bin`, someBytes(size, size), { parentId: id })
    }
    const link = async () => {
      const made = await drive.archives.createLink('ana', [id])
      return drive.archives.openLink(made.link)
    }
    const content = await link()
    const last = content.sizeBytes - 1
    // From the end, so that no checksum was met on the way.
    const backwards: Buffer[] = []
    for (let at = last; at >= 0; at -= 7) {
      backwards.unshift(await read(content, Math.max(0, at - 6), at))
    }
    const whole = await buffer(await content.read())
    expect(Buffer.concat(backwards)).toEqual(whole)
    for (let start = 0; start <= last; start += 13) {
      const end = Math.min(last, start + 57)
      expect(await read(content, start, end), `${start}`).toEqual(whole.subarray(start, end + 1))
      expect(await read(content, start, last), `${start}-`).toEqual(whole.subarray(start))
    }
    expect(readZip(whole)).toHaveLength(5)
  })

  test('a resumed archive download does not read the first half of the content again', async () => {
    const drive = await openDrive()
    const size = 64 * 1024 * 1024
    const file = await drive.upload('ana', 'zeros', Buffer.alloc(10))
    await drive.db.write(async (writer) => {
      await writer.updateTable('versions').set({ size }).execute()
      await writer.updateTable('nodes').set({ size }).where('id', '=', file.id).execute()
    })
    const { told, readContent } = zeros()
    const archives = withContents(drive, readContent)
    const { link } = await archives.createLink('ana', [file.id])
    const content = await archives.openLink(link)
    let got = 0
    const broken = await content.read()
    for await (const chunk of broken) {
      got += chunk.length
      if (got > size / 2) break
    }
    if (!broken.closed) await new Promise((resolve) => broken.once('close', resolve))
    const known = await drive.db.read((r) =>
      r.selectFrom('content_checksums').select('bytes').executeTakeFirstOrThrow(),
    )
    expect(known.bytes).toBeGreaterThanOrEqual(size / 2)
    told.readBytes = 0
    const rest = await content.read({ start: got, end: content.sizeBytes - 1 })
    for await (const chunk of rest) got += chunk.length
    expect(got).toBe(content.sizeBytes)
    expect(told.readBytes).toBeLessThan(size / 2)
    // The end alone needs no content any more.
    told.readBytes = 0
    await read(content, content.sizeBytes - 50, content.sizeBytes - 1)
    expect(told.readBytes).toBe(0)
  })

  test('stopping the server waits until an interrupted download has saved its checksum', async () => {
    const drive = await openDrive()
    const file = await drive.upload('ana', 'zeros', Buffer.alloc(8 * 1024 * 1024))
    const archives = withContents(drive, zeros().readContent)
    const { link } = await archives.createLink('ana', [file.id])
    let got = 0
    for await (const chunk of await (await archives.openLink(link)).read()) {
      got += chunk.length
      if (got > 1024 * 1024) break
    }
    await archives[Symbol.asyncDispose]()
    const rows = await drive.db.read((r) =>
      r.selectFrom('content_checksums').select('bytes').execute(),
    )
    expect(rows).toEqual([{ bytes: expect.any(Number) }])
  })

  test('sizes and offsets beyond 4 GiB are written as ZIP64, and Info-ZIP reads them', async () => {
    const drive = await openDrive()
    const GIB = 1024 ** 3
    const sizes = {
      'a large': 5 * GIB,
      'b edge': 4 * GIB - 1,
      'c small': 7,
      'd under': 4 * GIB - 2,
    }
    const ids: string[] = []
    for (const [name, size] of Object.entries(sizes)) {
      const { id, version_id } = await drive.upload('ana', name, Buffer.from(name))
      ids.push(id)
      await drive.db.write(async (writer) => {
        await writer.updateTable('nodes').set({ size }).where('id', '=', id).execute()
        await writer.updateTable('versions').set({ size }).where('id', '=', version_id).execute()
        const blob = await writer
          .selectFrom('versions')
          .select(['drive_id', 'blob_id'])
          .where('id', '=', version_id)
          .executeTakeFirstOrThrow()
        const row = { ...blob, bytes: size, crc32: 0xdeadbeef }
        await writer.insertInto('content_checksums').values(row).execute()
      })
    }
    const { told, readContent } = zeros()
    const archives = withContents(drive, readContent)
    const { link, archive } = await archives.createLink('ana', ids)
    const content = await archives.openLink(link)
    expect(archive.directory_byte).toBeGreaterThan(13 * GIB)

    // A file with holes where the contents are: all the rest of the archive, each byte at its place.
    const path = join(await createTestFolder(), 'large.zip')
    const file = await open(path, 'w')
    try {
      await file.truncate(content.sizeBytes)
      let at = 0
      for (const size of Object.values(sizes)) {
        const header = await read(content, at, at + 99)
        expect(header.readUInt32LE(0)).toBe(0x04034b50)
        const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
        await file.write(header, 0, start - at, at)
        const isLarge = size >= 4 * GIB - 1
        const descriptor = await read(content, start + size, start + size + (isLarge ? 23 : 15))
        expect(descriptor.readUInt32LE(0)).toBe(0x08074b50)
        expect(descriptor.readUInt32LE(4)).toBe(0xdeadbeef)
        await file.write(descriptor, 0, descriptor.length, start + size)
        at = start + size + descriptor.length
      }
      expect(at).toBe(archive.directory_byte)
      const end = await read(content, at, content.sizeBytes - 1)
      await file.write(end, 0, end.length, at)
    } finally {
      await file.close()
    }
    // Nothing but the few bytes around the headers was asked of the contents.
    expect(told.readBytes).toBeLessThan(1000)
    const info = (await run('zipinfo', ['-l', path])).stdout.toString()
    for (const [name, size] of Object.entries(sizes)) {
      expect(info).toMatch(new RegExp(`unx +${size} bX +${size} stor .* ${name}\n`))
    }
    expect(info).toContain('4 files')
    expect(info).not.toContain('warning')
  })

  test('an archive of many entries is stored in parts and read correctly across them', async () => {
    const drive = await openDrive()
    const { id } = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'a',
      conflict: 'fail',
    })
    const { nodes } = await plant(drive, 'ana', id, { folders: 110, files: 28 })
    const { readContent } = zeros()
    const archives = withContents(drive, readContent)
    const { link, archive } = await archives.createLink('ana', [id])
    expect(archive.entries).toBe(nodes + 1)
    expect(archive.entries).toBeGreaterThan(6 * ENTRIES_PER_PART)
    const content = await archives.openLink(link)
    const whole = await buffer(await content.read())
    expect(whole.length).toBe(content.sizeBytes)
    const names = readZip(whole).map(({ name }) => name)
    expect(new Set(names).size).toBe(nodes + 1)
    expect(names).toContain('a/d 1/d 2/f 27.txt')
    for (const at of [0, 0.3, 0.6, 0.9, 0.95, 0.99]) {
      const start = Math.floor(content.sizeBytes * at)
      const end = Math.min(start + 10_000, content.sizeBytes - 1)
      expect((await read(content, start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
    }
  })
})
