import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { readZip } from '../../kernel/zip/testing.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { HOUR_MS, joinDrive, LINK_KEY, refusal, someBytes, type TestDrive } from '../testing.ts'
import { plant } from '../testing-tree.ts'
import { ARCHIVE_TTL_MS, MAX_OPEN_ENTRIES } from './archives.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  const folder = (drive: TestDrive, name: string, parentId = 'root') =>
    drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })

  async function unpack(drive: TestDrive, link: string): Promise<Record<string, string>> {
    const content = await drive.archives.openLink(link)
    const bytes = await buffer(await content.read())
    expect(bytes.length).toBe(content.sizeBytes)
    const files = readZip(bytes)
    for (const file of files) expect(file.crc, file.name).toBe(crc32(file.bytes))
    return Object.fromEntries(files.map(({ name, bytes }) => [name, bytes.toString()]))
  }

  async function zip(drive: TestDrive, ids: string[], name?: string) {
    const { link } = await drive.archives.createLink('ana', ids, name)
    return unpack(drive, link)
  }

  test('an archive contains everything in the selection, including empty folders and empty files', async () => {
    const drive = await open()
    const photos = await folder(drive, 'photos')
    const inner = await folder(drive, '2026', photos.id)
    await folder(drive, 'empty', inner.id)
    await drive.upload('ana', '바다.jpg', Buffer.from('sea'), { parentId: inner.id })
    await drive.upload('ana', 'a.txt', Buffer.from(''), { parentId: photos.id })
    const note = await drive.upload('ana', 'note.txt', Buffer.from('note'))
    const expected = {
      'photos/': '',
      'photos/2026/': '',
      'photos/a.txt': '',
      'photos/2026/empty/': '',
      'photos/2026/바다.jpg': 'sea',
    }
    expect(await zip(drive, [photos.id])).toEqual(expected)
    expect(await zip(drive, [note.id, photos.id])).toEqual({ 'note.txt': 'note', ...expected })
    // The top folder is all of the drive, whatever is asked for beside it.
    expect(await zip(drive, ['root', note.id])).toEqual({ 'note.txt': 'note', ...expected })
  })

  test('an empty drive gives an empty archive', async () => {
    expect(await zip(await open(), ['root'])).toEqual({})
  })

  test('an archive is named after its single folder, files.zip, or as requested', async () => {
    const drive = await open()
    const [a, b] = [await folder(drive, 'photos'), await folder(drive, 'b')]
    const nameOf = async (ids: string[], name?: string) => {
      const { link, archive } = await drive.archives.createLink('ana', ids, name)
      expect((await drive.archives.openLink(link)).name).toBe(archive.name)
      return archive.name
    }
    expect(await nameOf([a.id])).toBe('photos.zip')
    expect(await nameOf([a.id, b.id])).toBe('files.zip')
    expect(await nameOf(['root'])).toBe('files.zip')
    expect(await nameOf([a.id], 'Trip.zip')).toBe('Trip.zip')
    expect(await refusal(drive.archives.createLink('ana', [a.id], 'a/b'))).toBe('invalid_argument')
  })

  test('files of the same name from different folders are numbered', async () => {
    const drive = await open()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const { id } = await folder(drive, name)
      ids.push((await drive.upload('ana', 'x.txt', Buffer.from(name), { parentId: id })).id)
    }
    expect(await zip(drive, [...ids, ids[0] ?? ''])).toEqual({
      'x.txt': 'a',
      'x (2).txt': 'b',
      'x (3).txt': 'c',
    })
  })

  test('backslashes in names are replaced, so that no file leaves its folder on Windows or overwrites another', async () => {
    const drive = await open()
    const { id } = await folder(drive, '..\\..\\etc')
    for (const [name, text] of [
      ['a\\b.txt', '1'],
      ['a_b.txt', '2'],
      ['a\\b\\.txt', '3'],
      ['C:\\x', '4'],
    ] as const) {
      await drive.upload('ana', name, Buffer.from(text), { parentId: id })
    }
    expect(await zip(drive, [id])).toEqual({
      '.._.._etc/': '',
      '.._.._etc/a_b (2).txt': '1',
      '.._.._etc/a_b.txt': '2',
      '.._.._etc/a_b_.txt': '3',
      '.._.._etc/C:_x': '4',
    })
  })

  test('an archive link gives the files as they were when it was created, until it expires', async () => {
    const drive = await open()
    const { id } = await folder(drive, 'photos')
    await drive.upload('ana', 'a.txt', Buffer.from('old'), { parentId: id })
    const gone = await drive.upload('ana', 'gone.txt', Buffer.from('gone'), { parentId: id })
    const { link, archive } = await drive.archives.createLink('ana', [id])
    await drive.upload('ana', 'a.txt', Buffer.from('newer'), { parentId: id, conflict: 'replace' })
    await drive.upload('ana', 'b.txt', Buffer.from('more'), { parentId: id })
    await drive.nodes.update('ana', id, { name: 'renamed', conflict: 'fail' })
    await drive.tasks.begin('ana', 'delete', { ids: [gone.id] })
    drive.clock.advance(ARCHIVE_TTL_MS - 1)
    await drive.cleanUp()
    expect(await unpack(drive, link)).toEqual({
      'photos/': '',
      'photos/a.txt': 'old',
      'photos/gone.txt': 'gone',
    })
    drive.clock.advance(1)
    expect(await refusal(drive.archives.openLink(link))).toBe('not_found')
    await drive.cleanUp()
    const rows = await drive.db.read(async (r) => [
      ...(await r.selectFrom('archives').select('id').execute()),
      ...(await r.selectFrom('archive_parts').select('archive_id').execute()),
    ])
    expect(rows, archive.id).toEqual([])
  })

  test('the same files give the same archive, and changed files a different one', async () => {
    const drive = await open()
    const { id } = await folder(drive, 'photos')
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: id })
    const make = async () => (await drive.archives.createLink('ana', [id])).archive
    const first = await make()
    expect(await make()).toEqual(first)
    // A link that soon ends is not given out again; its bytes are.
    drive.clock.advance(ARCHIVE_TTL_MS / 2 + 1)
    const later = await make()
    expect(later.id).not.toBe(first.id)
    expect(later.hash).toBe(first.hash)
    await drive.upload('ana', 'a.txt', Buffer.from('b'), { parentId: id, conflict: 'replace' })
    const changed = await make()
    expect(changed.size).toBe(first.size)
    expect(changed.hash).not.toBe(first.hash)
    await drive.nodes.update('ana', file.id, { modifiedAt: 1, conflict: 'fail' })
    expect((await make()).hash).not.toBe(changed.hash)
  })

  test('an archive with a trashed, foreign or unknown file answers not_found as a whole', async () => {
    const drive = await open()
    const { id } = await folder(drive, 'photos')
    const inner = await folder(drive, 'inner', id)
    const mine = await drive.upload('ana', 'a.txt', Buffer.from('a'))
    const bens = await drive.upload('ben', 'b.txt', Buffer.from('b'))
    await drive.tasks.begin('ana', 'trash', { ids: [id] })
    for (const other of [id, inner.id, bens.id, 'nothing']) {
      const asked = drive.archives.createLink('ana', [mine.id, other])
      expect(await refusal(asked), other).toBe('not_found')
    }
    await drive.tasks.begin('ana', 'delete', { ids: [id] })
    expect(await refusal(drive.archives.createLink('ana', [inner.id]))).toBe('not_found')
  })

  test('whoever may only send to a folder by now opens no archive of it that they made before', async () => {
    const drive = await open()
    const { id } = await folder(drive, 'photos')
    await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: id })
    const ana = await drive.as('ana')
    const grants = createGrants(drive)
    const grantee = { kind: 'person', sub: 'ben' } as const
    const { id: grantId } = await grants.create(ana, { nodeId: id, role: 'viewer', grantee })
    const actor = { ...grantee, sessionId: 'ben' }
    const ben = { driveId: ana.driveId, actor, right: 'view' } as const
    const { link, archive } = await drive.archives.createLink(ben, [id])
    expect(await unpack(drive, link)).toEqual({ 'photos/': '', 'photos/a.txt': 'a' })
    await grants.change(ana, grantId, { role: 'drop' })
    expect(await refusal(drive.archives.openLink(link))).toBe('not_found')
    expect(await refusal(drive.archives.open(ben, archive.id))).toBe('not_found')
    expect(await refusal(drive.archives.createLink(ben, [id]))).toBe('permission_denied')
    await grants.change(ana, grantId, { role: 'viewer' })
    expect(await unpack(drive, link)).toEqual({ 'photos/': '', 'photos/a.txt': 'a' })
  })

  test('the list of an archive is bounded in bytes: very long paths are refused before they fill the memory', async () => {
    const drive = await open()
    const name = 'n'.repeat(255)
    const top = await folder(drive, name)
    let deepest = top
    for (let depth = 1; depth < 120; depth++) deepest = await folder(drive, name, deepest.id)
    await plant(drive, 'ana', deepest.id, { folders: 10, files: 240 })
    expect(await refusal(drive.archives.createLink('ana', [top.id]))).toBe('failed_precondition')
    expect((await drive.archives.createLink('ana', [deepest.id])).archive.entries).toBe(2411)
  })

  test('visitors of links take half of the room for archives, and never all of it', async () => {
    const drive = await open()
    const { id } = await folder(drive, 'photos')
    const ana = await drive.as('ana')
    const grant = { nodeId: id, role: 'viewer', grantee: { kind: 'link' } } as const
    const { id: grantId, epoch } = await createGrants(drive).create(ana, grant)
    const visits = createVisits({ ...drive, linkKey: LINK_KEY })
    const token = visits.begin({ driveId: ana.driveId, grantId, epoch })
    const visitor = { ...visits.read(token), right: 'view' } as Access
    const { archive } = await drive.archives.createLink(visitor, [id])
    const half = { ...archive, entries: MAX_OPEN_ENTRIES / 2 }
    await drive.db.write((writer) =>
      writer
        .insertInto('archives')
        .values({ ...half, id: 'other', hash: 'other' })
        .execute(),
    )
    const again = (access: Access) => drive.archives.createLink(access, [id], 'again')
    expect(await refusal(again(visitor))).toBe('resource_exhausted')
    expect((await again(ana)).archive.entries).toBe(1)
    await drive.db.write((writer) =>
      writer
        .insertInto('archives')
        .values({ ...half, id: 'more', hash: 'more' })
        .execute(),
    )
    const last = drive.archives.createLink(ana, [id], 'last')
    expect(await refusal(last)).toBe('resource_exhausted')
    drive.clock.advance(ARCHIVE_TTL_MS)
    expect((await again(visitor)).archive.entries).toBe(1)
  })

  test('an archive link that is altered, of another kind or of a removed drive does not open', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'))
    const { link } = await drive.archives.createLink('ana', [file.id])
    const other = await drive.downloads.createLink('ana', file.id)
    for (const bad of [`${link.slice(0, -1)}~`, link.slice(1), other.link, '', '.']) {
      expect(await refusal(drive.archives.openLink(bad)), bad).toBe('not_found')
    }
    expect(await refusal(drive.downloads.openLink(link))).toBe('not_found')
    await removeDrive(drive, 'ana')
    expect(await refusal(drive.archives.openLink(link))).toBe('not_found')
  })

  test('stored checksums move with a merged drive', async () => {
    const drive = await open()
    const file = await drive.upload('AMS=1', 'a.txt', Buffer.from('a'))
    const { link } = await drive.archives.createLink('AMS=1', [file.id])
    await unpack(drive, link)
    await drive.upload('ana', 'own.txt', Buffer.from('own'))
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const rows = await drive.db.read((r) => r.selectFrom('content_checksums').selectAll().execute())
    const { id } = await drive.drives.of('ana')
    expect(rows).toMatchObject([{ drive_id: id, bytes: 1, crc32: crc32('a') }])
    expect(await refusal(drive.archives.openLink(link))).toBe('not_found')
  })

  test('the download of an archive fails when the content of a file is missing', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'a.bin', someBytes(10))
    const { link } = await drive.archives.createLink('ana', [file.id])
    const content = await drive.archives.openLink(link)
    for (const id of await drive.listBlobs()) await drive.blobs.delete(id)
    expect(await refusal(content.read().then(buffer))).toBe('not_found')
  })

  test('checksums are removed with their content', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'a.bin', someBytes(10))
    await zip(drive, [file.id])
    await drive.tasks.begin('ana', 'delete', { ids: [file.id] })
    drive.clock.advance(25 * HOUR_MS)
    await drive.cleanUp()
    const rows = await drive.db.read((r) => r.selectFrom('content_checksums').selectAll().execute())
    expect(rows).toEqual([])
    expect(await drive.listBlobs()).toEqual([])
  })
})
