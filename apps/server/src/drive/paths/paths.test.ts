import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { SMALL_CONTENT_BYTES } from '../contents/store-content.ts'
import { toEtag } from '../nodes/etag.ts'
import { chunked } from '../test-bytes.ts'
import {
  contentHash,
  haltingSender,
  onEachDrive,
  refusal,
  someBytes,
  type TestDrive,
} from '../testing.ts'
import { WRITING_MS } from './find-writing.ts'
import type { SentFile } from './sent-file.ts'

const sent = (bytes: Buffer, more: Partial<SentFile> = {}): SentFile => ({
  bytes: chunked(bytes),
  sizeBytes: bytes.length,
  mimeType: undefined,
  modifiedAt: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  ...more,
})

const ALL = { size: 100, token: undefined }

const none = { ifMatch: undefined, ifNoneMatch: undefined }

async function read({ paths, downloads }: TestDrive, path: string): Promise<Buffer> {
  const { id } = await paths.find('ana', path)
  return buffer(await (await downloads.open('ana', id)).read())
}

onEachDrive((open) => {
  test('a file of any size is written to a path complete, and missing folders are created', async () => {
    const drive = await open()
    const sizes = [0, 5, SMALL_CONTENT_BYTES + 1, BLOCK_BYTES, 2 * BLOCK_BYTES + 7]
    for (const size of sizes) {
      const bytes = someBytes(size)
      const path = `a/b ${size % 2}/${size}.bin`
      const node = await drive.paths.put('ana', path, sent(bytes, { modifiedAt: 1_000 }))
      expect(node).toMatchObject({
        size,
        hash: contentHash(bytes),
        modified_at: 1_000,
        revision: 1,
      })
      expect(node).toEqual((await drive.nodes.get('ana', node.id)).node)
      expect(bytes.equals(await read(drive, path)), `${size}`).toBe(true)
    }
    const used = sizes.reduce((sum, size) => sum + size, 0)
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: used, reserved_bytes: 0 })
    const top = await drive.nodes.list('ana', 'root', { size: 10, token: undefined })
    expect(top.nodes.map(({ name }) => name)).toEqual(['a'])
  })

  test('writing to an existing path adds a version, and If-Match and If-None-Match are respected', async () => {
    const drive = await open()
    for (const size of [3, BLOCK_BYTES + 1]) {
      const path = `${size}`
      const put = (bytes: Buffer, more?: Partial<SentFile>) =>
        drive.paths.put('ana', path, sent(bytes, more))
      expect(await refusal(put(someBytes(size), { ifMatch: '*' }))).toBe('failed_precondition')
      const first = await put(someBytes(size), { ifNoneMatch: '*' })
      expect(await refusal(put(someBytes(size), { ifNoneMatch: '*' }))).toBe('failed_precondition')
      expect(await refusal(put(someBytes(size), { ifMatch: '"other"' }))).toBe(
        'failed_precondition',
      )
      const second = await put(someBytes(size, 2), { ifMatch: toEtag(first) })
      expect(second).toMatchObject({ id: first.id, revision: 2 })
      const third = await put(someBytes(size, 3), { ifMatch: `"${second.hash}"` })
      expect(third).toMatchObject({ id: first.id, revision: 3 })
      expect(someBytes(size, 3).equals(await read(drive, path))).toBe(true)
    }
    const { used_bytes } = await drive.drives.of('ana')
    expect(used_bytes).toBe(3 * (BLOCK_BYTES + 4))
  })

  test('saves of one writing are one version and one entry of the activity, and free the bytes of what they replace', async () => {
    const drive = await open()
    const { id, ...first } = await drive.paths.put('ana', 'note.md', sent(Buffer.from('a')))
    const versionsOf = async () => (await drive.versions.list('ana', id, ALL)).versions
    let etag = toEtag({ id, ...first })
    for (const text of ['ab', 'abc', 'x'.repeat(SMALL_CONTENT_BYTES + 1), 'abcd']) {
      drive.clock.advance(60_000)
      const more = { ifMatch: etag, continuesWriting: true }
      const saved = await drive.paths.put('ana', 'note.md', sent(Buffer.from(text), more))
      etag = toEtag(saved)
      expect(await versionsOf()).toMatchObject([
        { version: { size: text.length, created_at: first.created_at }, isCurrent: true },
      ])
      expect((await read(drive, 'note.md')).toString()).toBe(text)
    }
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 4 })
    const told = await drive.activity.read('ana', { nodeId: id, size: 10, token: undefined })
    expect(told.events.map(({ type }) => type)).toEqual(['drive.create'])
  })

  test('a save is a version of its own after ten minutes and over a named version', async () => {
    const drive = await open()
    const put = async (text: string, more?: Partial<SentFile>) =>
      drive.paths.put('ana', 'note.md', sent(Buffer.from(text), more))
    const goOn = async (text: string) => {
      drive.clock.advance(1)
      const ifMatch = toEtag(await drive.paths.find('ana', 'note.md'))
      return put(text, { ifMatch, continuesWriting: true })
    }
    const { id } = await put('a')
    const sizes = async () =>
      (await drive.versions.list('ana', id, ALL)).versions.map(({ version }) => version.size)
    drive.clock.advance(WRITING_MS)
    await goOn('ab')
    expect(await sizes()).toEqual([2, 1])
    const [newest] = (await drive.versions.list('ana', id, ALL)).versions
    await drive.versions.rename('ana', id, newest?.version.id ?? '', 'first draft')
    await goOn('abc')
    expect(await sizes()).toEqual([3, 2, 1])
    await goOn('abcd')
    expect(await sizes()).toEqual([4, 2, 1])
    expect(await refusal(put('lost', { ifMatch: '"old"', continuesWriting: true }))).toBe(
      'failed_precondition',
    )
    expect(await sizes()).toEqual([4, 2, 1])
  })

  test('an invalid path, one through a file and one of a folder are rejected and leave nothing', async () => {
    const drive = await open()
    await drive.paths.put('ana', 'folder/file', sent(Buffer.from('1')))
    for (const size of [1, BLOCK_BYTES + 1]) {
      for (const [path, error] of [
        ['folder', 'already_exists'],
        ['folder/file/new/other', 'already_exists'],
        ['', 'invalid_argument'],
        ['folder/', 'invalid_argument'],
        ['../file', 'invalid_argument'],
        ['folder/./file', 'invalid_argument'],
        [`${'d/'.repeat(128)}deep`, 'invalid_argument'],
      ] as const) {
        const putting = drive.paths.put('ana', path, sent(someBytes(size)))
        expect(await refusal(putting), path).toBe(error)
      }
    }
    expect(await drive.listBlobs()).toEqual([])
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 1, reserved_bytes: 0 })
  })

  test('a body shorter than announced is rejected, and a small one longer than announced too', async () => {
    const drive = await open()
    for (const size of [10, BLOCK_BYTES + 10]) {
      const bytes = someBytes(size)
      for (const sizeBytes of [size - 1, size + 1]) {
        const putting = drive.paths.put('ana', 'a', sent(bytes, { sizeBytes }))
        if (sizeBytes > size || size < BLOCK_BYTES) {
          expect(await refusal(putting)).toBe('invalid_argument')
        } else {
          await putting
          await drive.paths.trash('ana', 'a', none)
        }
      }
    }
  })

  test('a file of unknown length is stored whole, and an interrupted one leaves nothing', async () => {
    const drive = await open()
    const unknown = (bytes: Readable) =>
      drive.paths.put('ana', 'b', sent(Buffer.alloc(0), { bytes, sizeBytes: undefined }))
    const unit = 2 * BLOCK_BYTES
    for (const size of [
      0,
      5,
      BLOCK_BYTES,
      BLOCK_BYTES + 1,
      unit,
      unit + 1,
      2 * unit,
      2 * unit + 7,
    ]) {
      expect(await unknown(chunked(someBytes(size)))).toMatchObject({ size })
      expect(someBytes(size).equals(await read(drive, 'b')), `${size} bytes`).toBe(true)
    }
    const before = await drive.drives.of('ana')
    expect(before.reserved_bytes).toBe(0)
    const blobs = await drive.listBlobs()

    const broken = haltingSender(someBytes(unit + 100))
    const cut = unknown(broken.bytes)
    await broken.taken
    broken.cut()
    await expect(cut).rejects.toThrow('connection reset')
    expect(await drive.drives.of('ana')).toEqual(before)
    expect(await drive.listBlobs()).toEqual(blobs)
  })

  test('a file of unknown length that exceeds the quota is rejected and leaves nothing', async () => {
    const drive = await open({ quotaBytes: 2 * BLOCK_BYTES + 10 })
    const put = drive.paths.put('ana', 'a', {
      ...sent(Buffer.alloc(0)),
      bytes: chunked(someBytes(2 * BLOCK_BYTES + 11)),
      sizeBytes: undefined,
    })
    expect(await refusal(put)).toBe('resource_exhausted')
    expect(await drive.drives.of('ana')).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
    expect(await drive.listBlobs()).toEqual([])
  })

  test('a file that exceeds the quota is rejected before it is read', async () => {
    const drive = await open({ quotaBytes: 10 })
    for (const size of [11, BLOCK_BYTES + 1]) {
      const bytes = chunked(someBytes(size))
      const putting = drive.paths.put('ana', 'a', sent(Buffer.alloc(size), { bytes }))
      expect(await refusal(putting)).toBe('resource_exhausted')
      expect(bytes.readableDidRead).toBe(false)
    }
    const many = Array.from({ length: 16 }, (_, i) =>
      drive.paths.put('ana', `${i}`, sent(Buffer.from('1'))).then(
        () => 'written',
        (error: { error: string }) => error.error,
      ),
    )
    const outcomes = await Promise.all(many)
    expect(outcomes.filter((one) => one === 'written')).toHaveLength(10)
    expect(outcomes.filter((one) => one === 'resource_exhausted')).toHaveLength(6)
    expect((await drive.drives.of('ana')).used_bytes).toBe(10)
  })

  test('senders that announce bytes and send none take no memory from others', async () => {
    const drive = await open()
    const senders = Array.from({ length: 40 }, () => haltingSender(Buffer.from('1')))
    const idle = senders.map(({ bytes }, index) =>
      drive.paths.put(
        index % 2 === 0 ? 'ana' : 'ben',
        `${index}`,
        sent(Buffer.alloc(0), { bytes, sizeBytes: index % 3 === 0 ? undefined : BLOCK_BYTES }),
      ),
    )
    await Promise.all(senders.map(({ taken }) => taken))
    const node = await drive.paths.put('eva', 'a', sent(someBytes(BLOCK_BYTES)))
    expect(node.size).toBe(BLOCK_BYTES)
    const ended = Promise.allSettled(idle)
    for (const { cut } of senders) cut()
    await ended
    for (const put of idle) await expect(put).rejects.toThrow('connection reset')
  })

  test('a file for which the drive has no more places leaves no bytes behind', async () => {
    const drive = await open({ maxNodes: 2 })
    const large = someBytes(SMALL_CONTENT_BYTES + 1)
    await drive.paths.put('ana', 'a', sent(large))
    expect(await refusal(drive.paths.put('ana', 'b', sent(large)))).toBe('resource_exhausted')
    expect(await drive.listBlobs()).toHaveLength(1)
    await drive.paths.put('ana', 'a', sent(someBytes(SMALL_CONTENT_BYTES + 2)))
  })

  test('a path can be trashed by its owner, and another person gets not_found', async () => {
    const drive = await open()
    const node = await drive.paths.put('ana', 'a/b', sent(Buffer.from('1')))
    expect(await refusal(drive.paths.find('ben', 'a/b'))).toBe('not_found')
    expect(await refusal(drive.paths.trash('ben', 'a/b', none))).toBe('not_found')
    const changed = drive.paths.trash('ana', 'a/b', { ...none, ifMatch: '"other"' })
    expect(await refusal(changed)).toBe('failed_precondition')
    const trashed = await drive.paths.trash('ana', 'a/b', { ...none, ifMatch: toEtag(node) })
    expect(trashed.trashed_at).not.toBeNull()
    expect(await refusal(drive.paths.find('ana', 'a/b'))).toBe('not_found')
    const again = await drive.paths.put('ana', 'a/b', sent(Buffer.from('2')))
    expect(again.id).not.toBe(node.id)
  })
})
