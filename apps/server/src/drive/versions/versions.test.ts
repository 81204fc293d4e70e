import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { toEtag } from '../nodes/etag.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'

const ALL = { size: 100, token: undefined }

onEachDatabase((openDatabase) => {
  const open = async (quotaBytes?: number) =>
    joinDrive(await openDatabase(), createMemoryBlobStore(), {
      ...(quotaBytes === undefined ? {} : { quotaBytes }),
    })

  /** A file that has held each of these, one a second. */
  async function write(drive: TestDrive, ...contents: string[]): Promise<string> {
    let id = ''
    for (const content of contents) {
      drive.clock.advance(1000)
      const file = await drive.upload('ana', 'a.txt', Buffer.from(content), { conflict: 'replace' })
      id = file.id
    }
    return id
  }

  const listOf = async (drive: TestDrive, id: string) =>
    (await drive.versions.list('ana', id, ALL)).versions

  async function read(drive: TestDrive, id: string, versionId?: string): Promise<string> {
    const content = await drive.downloads.open('ana', id, versionId)
    return (await buffer(await content.read())).toString()
  }

  const usedBytes = async (drive: TestDrive) => (await drive.drives.of('ana')).used_bytes

  test('the versions of a file are listed newest first with the current one marked, also page by page', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!', 'three')
    const versions = await listOf(drive, id)
    expect(versions.map(({ version, isCurrent }) => [version.size, isCurrent])).toEqual([
      [5, true],
      [4, false],
      [3, false],
    ])
    expect(versions[0]?.version).toMatchObject({ created_at: drive.clock.now(), created_by: 'ana' })
    const seen: unknown[] = []
    let token: string | undefined
    do {
      const page = await drive.versions.list('ana', id, { size: 1, token })
      expect(page.versions).toHaveLength(1)
      seen.push(...page.versions)
      token = page.nextPageToken
    } while (token !== undefined)
    expect(seen).toEqual(versions)
  })

  test('paging lists every version created at the same time exactly once', async () => {
    const drive = await open()
    for (const content of ['a', 'b', 'c', 'd', 'e']) {
      await drive.upload('ana', 'a.txt', Buffer.from(content), { conflict: 'replace' })
    }
    const id = (await drive.nodes.list('ana', 'root', ALL)).nodes[0]?.id ?? ''
    const seen: string[] = []
    let token: string | undefined
    do {
      const page = await drive.versions.list('ana', id, { size: 2, token })
      seen.push(...page.versions.map(({ version }) => version.id))
      token = page.nextPageToken
    } while (token !== undefined)
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  test('an old version can be downloaded, also by its own link', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const [, old] = await listOf(drive, id)
    const versionId = old?.version.id ?? ''
    expect(await read(drive, id, versionId)).toBe('one')
    const { link } = await drive.downloads.createLink('ana', id, versionId)
    const content = await drive.downloads.openLink(link)
    expect(await buffer(await content.read())).toEqual(Buffer.from('one'))
    expect(content.name).toBe('a.txt')
  })

  test('restoring adds a new version that shares the content and is charged like any other', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const [current, old] = await listOf(drive, id)
    const blobs = await drive.listBlobs()
    const follow = (cursor: string | undefined) =>
      drive.following.follow('ana', { cursor, size: 10, waitMs: 0 })
    const { cursor } = await follow(undefined)
    drive.clock.advance(1000)
    const before = await drive.nodes.get('ana', id)
    const file = await drive.versions.restore('ana', id, old?.version.id ?? '')
    expect(file).toMatchObject({ size: 3, hash: old?.version.hash, modified_at: drive.clock.now() })
    expect(toEtag(file)).not.toBe(toEtag(before.node))
    expect(await read(drive, id)).toBe('one')
    const versions = await listOf(drive, id)
    expect(versions).toHaveLength(3)
    expect(versions[0]).toMatchObject({
      isCurrent: true,
      version: { blob_id: old?.version.blob_id },
    })
    expect(versions[1]?.version).toEqual(current?.version)
    expect(await drive.listBlobs()).toEqual(blobs)
    expect(await usedBytes(drive)).toBe(3 + 4 + 3)
    const [action] = (await drive.activity.read('ana', { ...ALL, nodeId: id })).events
    expect(action).toMatchObject({
      type: 'drive.restore_version',
      data: { name: 'a.txt', version_id: old?.version.id },
    })
    expect((await follow(cursor)).changes).toMatchObject([{ id, node: { size: 3 } }])
  })

  test('restoring the current version changes nothing', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const [current] = await listOf(drive, id)
    const { node } = await drive.nodes.get('ana', id)
    expect(await drive.versions.restore('ana', id, current?.version.id ?? '')).toEqual(node)
    expect(await listOf(drive, id)).toHaveLength(2)
  })

  test('a restore with an outdated ETag in If-Match is rejected', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const seen = toEtag((await drive.nodes.get('ana', id)).node)
    await write(drive, 'three')
    const oldest = (await listOf(drive, id)).at(-1)?.version.id ?? ''
    expect(await refusal(drive.versions.restore('ana', id, oldest, { ifMatch: seen }))).toBe(
      'failed_precondition',
    )
    expect(await read(drive, id)).toBe('three')
    const now = toEtag((await drive.nodes.get('ana', id)).node)
    await drive.versions.restore('ana', id, oldest, { ifMatch: now })
    expect(await read(drive, id)).toBe('one')
  })

  test('a restore repeated with its idempotency key adds one version, and the key is rejected for another restore', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const [current, old] = (await listOf(drive, id)).map(({ version }) => version.id)
    const ifMatch = toEtag((await drive.nodes.get('ana', id)).node)
    const first = await drive.versions.restore('ana', id, old ?? '', { key: 'k', ifMatch })
    expect(await drive.versions.restore('ana', id, old ?? '', { key: 'k', ifMatch })).toEqual(first)
    expect(await listOf(drive, id)).toHaveLength(3)
    expect(await refusal(drive.versions.restore('ana', id, current ?? '', { key: 'k' }))).toBe(
      'invalid_argument',
    )
  })

  test('a restore that exceeds the quota is rejected', async () => {
    const drive = await open(8)
    const id = await write(drive, 'one', 'two!')
    const old = (await listOf(drive, id))[1]?.version.id ?? ''
    expect(await refusal(drive.versions.restore('ana', id, old))).toBe('resource_exhausted')
    expect(await read(drive, id)).toBe('two!')
    expect(await listOf(drive, id)).toHaveLength(2)
    expect(await usedBytes(drive)).toBe(7)
  })

  test('a version can be named and unnamed, and the activity lists both', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const old = (await listOf(drive, id))[1]?.version.id ?? ''
    const named = await drive.versions.rename('ana', id, old, 'As sent')
    expect(named).toMatchObject({ isCurrent: false, version: { id: old, name: 'As sent' } })
    expect((await listOf(drive, id))[1]).toEqual(named)
    expect((await drive.versions.rename('ana', id, old, null)).version.name).toBe(null)
    const { events } = await drive.activity.read('ana', { ...ALL, nodeId: id })
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'drive.name_version', data: { version_id: old, version_name: null } },
      { type: 'drive.name_version', data: { version_id: old, version_name: 'As sent' } },
    ])
  })

  test('removing a version frees its quota and content, and the current one cannot be removed', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const [current, old] = (await listOf(drive, id)).map(({ version }) => version)
    expect(await refusal(drive.versions.remove('ana', id, current?.id ?? ''))).toBe(
      'failed_precondition',
    )
    await drive.versions.remove('ana', id, old?.id ?? '')
    expect(await refusal(drive.versions.remove('ana', id, old?.id ?? ''))).toBe('not_found')
    expect(await refusal(drive.downloads.open('ana', id, old?.id ?? ''))).toBe('not_found')
    expect(await usedBytes(drive)).toBe(4)
    drive.clock.advance(25 * 3_600_000)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toEqual([current?.blob_id])
    expect(await read(drive, id)).toBe('two!')
  })

  test('content shared by two versions stays when one of them is removed', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const old = (await listOf(drive, id))[1]?.version.id ?? ''
    await drive.versions.restore('ana', id, old)
    await drive.versions.remove('ana', id, old)
    drive.clock.advance(25 * 3_600_000)
    await drive.cleanUp()
    expect(await read(drive, id)).toBe('one')
  })

  test('versions of another person or another file answer not_found, and a folder has none', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const other = await drive.upload('ana', 'b.txt', Buffer.from('b'))
    const old = (await listOf(drive, id))[1]?.version.id ?? ''
    const refusals = async (sub: string, nodeId: string, versionId: string) => [
      await refusal(drive.versions.restore(sub, nodeId, versionId)),
      await refusal(drive.versions.rename(sub, nodeId, versionId, 'x')),
      await refusal(drive.versions.remove(sub, nodeId, versionId)),
      await refusal(drive.downloads.open(sub, nodeId, versionId)),
      await refusal(drive.downloads.createLink(sub, nodeId, versionId)),
    ]
    const unknown = Array.from({ length: 5 }, () => 'not_found')
    expect(await refusals('ben', id, old)).toEqual(unknown)
    expect(await refusals('ana', other.id, old)).toEqual(unknown)
    expect(await refusals('ana', id, 'unknown')).toEqual(unknown)
    expect(await refusal(drive.versions.list('ben', id, ALL))).toBe('not_found')
    expect(await refusal(drive.versions.list('ana', 'root', ALL))).toBe('failed_precondition')
    for (const token of ['', 'X', 'W10', Buffer.from('[1,2]').toString('base64url')]) {
      expect(await refusal(drive.versions.list('ana', id, { size: 1, token }))).toBe(
        'invalid_argument',
      )
    }
  })

  test('versions of a trashed file can be listed but not changed', async () => {
    const drive = await open()
    const id = await write(drive, 'one', 'two!')
    const old = (await listOf(drive, id))[1]?.version.id ?? ''
    await drive.tasks.begin('ana', 'trash', { ids: [id] })
    expect(await listOf(drive, id)).toHaveLength(2)
    for (const work of [
      () => drive.versions.restore('ana', id, old),
      () => drive.versions.rename('ana', id, old, 'x'),
      () => drive.versions.remove('ana', id, old),
    ]) {
      expect(await refusal(work())).toBe('failed_precondition')
    }
  })
})
