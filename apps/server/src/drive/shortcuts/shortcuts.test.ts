import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isServiceError } from '@awan/protocol/errors'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { readZip } from '../../kernel/zip/testing.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { listFiles } from '../account-files/list-files.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { createAcross } from '../across/across.ts'
import { findProblems } from '../check/testing.ts'
import { toFileWith } from '../nodes/to-file.ts'
import { joinDrive, LINK_KEY, refusal } from '../testing.ts'

const toFile = toFileWith(() => undefined, 0)
const PAGE = { size: 100, token: undefined }

onEachDatabase((openDatabase) => {
  /** Ana shares `outer/Trip` with Ben, who has a folder `Mine`. */
  async function open() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { quotaBytes: 1_000 })
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    const grants = createGrants({ ...drive, random: systemRandom })
    const folder = (sub: string, name: string, parentId = 'root') =>
      drive.nodes.createFolder(sub, { parentId, name, conflict: 'fail' })
    const outer = await folder('ana', 'outer')
    const trip = await folder('ana', 'Trip', outer.id)
    const mine = await folder('ben', 'Mine')
    const ana = await drive.as('ana')
    const share = (sub = 'ben') =>
      grants.create(ana, { nodeId: trip.id, grantee: { kind: 'person', sub }, role: 'viewer' })
    const grant = await share()
    const create = (nodeId: string, driveId: string | undefined = ana.driveId, name?: string) =>
      drive.shortcuts.create('ben', {
        parentId: mine.id,
        name,
        conflict: 'rename',
        target: { driveId, nodeId },
      })
    const names = async (parentId = mine.id) =>
      (await drive.nodes.list('ben', parentId, PAGE)).nodes.map(({ name }) => name)
    const rows = () => drive.db.read((r) => r.selectFrom('shortcuts').selectAll().execute())
    return { drive, grants, folder, outer, trip, mine, ana, share, grant, create, names, rows }
  }

  test('a shortcut in an own folder leads to what is shared, takes no room, and is called like its target', async () => {
    const { drive, trip, ana, create } = await open()
    const used = async () => (await drive.drives.of('ben')).used_bytes
    const before = await used()
    const shortcut = await create(trip.id)
    expect(toFile(shortcut)).toMatchObject({
      kind: 'file',
      name: 'Trip',
      size: 0,
      shortcut: 'folder',
    })
    expect(await used()).toBe(before)
    const target = await drive.shortcuts.open('ben', shortcut.id)
    expect(target).toMatchObject({ driveId: ana.driveId, node: { id: trip.id } })
    const page = await drive.nodes.list(
      { ...(await drive.as('ben')), right: 'view' },
      shortcut.parent_id ?? '',
      PAGE,
    )
    expect(page.nodes.map((node) => toFile(node).shortcut)).toEqual(['folder'])
  })

  test('a shortcut is renamed, moved, trashed, restored, copied and deleted like a file, and its target stays as it is', async () => {
    const { drive, folder, trip, mine, create, rows } = await open()
    const before = (await drive.nodes.get('ana', trip.id)).node
    const { id } = await create(trip.id)
    const leads = async (nodeId: string) => (await drive.shortcuts.open('ben', nodeId)).node.id
    // Another ending does not make it a picture.
    const renamed = await drive.nodes.update('ben', id, { name: 'Trip.jpg', conflict: 'fail' })
    expect(toFile(renamed).shortcut).toBe('folder')
    const other = await folder('ben', 'Other')
    await drive.nodes.update('ben', id, { parentId: other.id, conflict: 'fail' })
    await drive.tasks.begin('ben', 'trash', { ids: [id] })
    await drive.tasks.begin('ben', 'untrash', { ids: [id], conflict: 'rename' })
    expect(await leads(id)).toBe(trip.id)

    await drive.tasks.begin('ben', 'copy', {
      ids: [other.id],
      parentId: mine.id,
      conflict: 'rename',
    })
    await drive.runner.run()
    const [copied] = (await drive.nodes.list('ben', mine.id, PAGE)).nodes
    const [inside] = (await drive.nodes.list('ben', copied?.id ?? '', PAGE)).nodes
    expect(inside && toFile(inside)).toMatchObject({ name: 'Trip.jpg', shortcut: 'folder' })
    expect(await leads(inside?.id ?? '')).toBe(trip.id)
    expect(inside?.id).not.toBe(id)

    expect(await rows()).toHaveLength(2)
    for (const node of [other.id, copied?.id ?? '']) {
      await drive.tasks.begin('ben', 'delete', { ids: [node] })
    }
    await drive.runner.run()
    expect(await rows()).toEqual([])
    expect((await drive.nodes.get('ana', trip.id)).node).toEqual(before)
  })

  test('a shortcut leads nowhere, in the same words, when access has ended, the target is trashed or gone', async () => {
    const { drive, grants, ana, trip, outer, share, grant, create, names } = await open()
    const shortcut = await create(trip.id)
    const answer = () =>
      drive.shortcuts.open('ben', shortcut.id).then(
        () => 'leads there',
        (error) => (isServiceError(error) ? `${error.error}: ${error.message}` : String(error)),
      )
    expect(await answer()).toBe('leads there')
    await grants.revoke(ana, grant.id)
    const nowhere = await answer()
    expect(nowhere).toMatch(/^failed_precondition/)
    await share()
    expect(await answer()).toBe('leads there')
    await drive.tasks.begin('ana', 'trash', { ids: [outer.id] })
    expect(await answer()).toBe(nowhere)
    await drive.tasks.begin('ana', 'delete', { ids: [outer.id] })
    await drive.runner.run()
    expect(await answer()).toBe(nowhere)
    await removeDrive(drive, 'ana')
    expect(await answer()).toBe(nowhere)
    expect(await names()).toEqual(['Trip'])
    expect((await findProblems(drive)).problems).toEqual([])
  })

  test('which shortcuts are broken is told for many at once, as opening each would tell, and of nothing else', async () => {
    const { drive, grants, ana, trip, outer, mine, folder, share, grant, create } = await open()
    const ben = { ...(await drive.as('ben')), right: 'view' } as const
    const plain = await folder('ben', 'Plain')
    const toTrip = await create(trip.id)
    const toPlain = await create(plain.id, ben.driveId)
    const all = [toTrip.id, toPlain.id]
    const broken = async (access: Access = ben) =>
      (await drive.shortcuts.findBroken(access, [...all, mine.id, 'unknown'])).sort()
    expect(await broken()).toEqual([])
    await grants.revoke(ana, grant.id)
    expect(await broken()).toEqual([toTrip.id])
    await share()
    expect(await broken()).toEqual([])
    await drive.tasks.begin('ana', 'trash', { ids: [outer.id] })
    await drive.tasks.begin('ben', 'trash', { ids: [plain.id] })
    expect(await broken()).toEqual([...all].sort())
    await drive.tasks.begin('ben', 'untrash', { ids: [plain.id], conflict: 'rename' })
    expect(await broken()).toEqual([toTrip.id])
    await removeDrive(drive, 'ana')
    expect(await broken()).toEqual([toTrip.id])
    // Somebody else is told what they could find out by opening each, and nothing of what they do not see.
    const eva: Access = { ...ben, actor: { kind: 'person', sub: 'eva' } }
    await expect(broken(eva)).rejects.toThrow()
    const grantee = { kind: 'person', sub: 'eva' } as const
    await grants.create(ben, { nodeId: plain.id, grantee, role: 'viewer' })
    expect(await broken(eva)).toEqual([])
    await grants.create(ben, { nodeId: mine.id, grantee, role: 'viewer' })
    expect(await broken(eva)).toEqual([toTrip.id])
  })

  test('a shortcut in a shared folder opens its target only to those who see the target themselves', async () => {
    const { drive, grants, mine, trip, create, share } = await open()
    const shortcut = await create(trip.id)
    const ben = await drive.as('ben')
    const grantee = { kind: 'person', sub: 'eva' } as const
    await grants.create(ben, { nodeId: mine.id, grantee, role: 'viewer' })
    const eva: Access = { ...ben, actor: { kind: 'person', sub: 'eva' }, right: 'view' }
    expect(await refusal(drive.shortcuts.open(eva, shortcut.id))).toBe('failed_precondition')
    await share('eva')
    expect((await drive.shortcuts.open(eva, shortcut.id)).node.id).toBe(trip.id)
    const kai: Access = { ...eva, actor: { kind: 'person', sub: 'kai' } }
    expect(await refusal(drive.shortcuts.open(kai, shortcut.id))).toBe('not_found')
  })

  test('folders that lead to each other through shortcuts make no loop for copies, archives, exports or search', async () => {
    const { drive, mine, folder, create, names } = await open()
    const inner = await folder('ben', 'inner', mine.id)
    const up = await drive.shortcuts.create('ben', {
      parentId: inner.id,
      name: 'up',
      conflict: 'fail',
      target: { driveId: undefined, nodeId: mine.id },
    })
    // One to a shortcut leads to where that one does.
    const again = await create(up.id, (await drive.drives.of('ben')).id, 'again')
    expect((await drive.shortcuts.open('ben', again.id)).node.id).toBe(mine.id)
    const target = await folder('ben', 'Target')
    await drive.tasks.begin('ben', 'copy', {
      ids: [mine.id],
      parentId: target.id,
      conflict: 'rename',
    })
    await drive.runner.run()
    const [copy] = (await drive.nodes.list('ben', target.id, PAGE)).nodes
    expect(await names(copy?.id)).toEqual(['inner', 'again'])
    const { link } = await drive.archives.createLink('ben', [mine.id])
    const zip = await buffer(await (await drive.archives.openLink(link)).read())
    expect(readZip(zip).map(({ name }) => name)).toEqual(['Mine/', 'Mine/inner/'])
    const paths = []
    for await (const { path } of listFiles(drive, 'ben')) paths.push(path)
    expect(paths.sort()).toEqual([
      'Mine/',
      'Mine/inner/',
      'Target/',
      'Target/Mine/',
      'Target/Mine/inner/',
    ])
    const hits = await drive.search.find(
      'ben',
      { text: 'up', filter: {}, parentId: mine.id },
      { size: 50, token: undefined },
    )
    expect(hits.hits.map(({ node }) => node.id)).toEqual([up.id])
  })

  test('nothing but this call makes a shortcut, and only to what the caller sees', async () => {
    const { drive, outer, trip, mine, create, rows } = await open()
    expect(await refusal(create(outer.id))).toBe('not_found')
    expect(await refusal(create('unknown'))).toBe('not_found')
    expect(await refusal(create(trip.id, 'unknown'))).toBe('not_found')
    expect(await refusal(create('root', (await drive.drives.of('ben')).id))).toBe(
      'invalid_argument',
    )
    const forged = await drive.paths.put('ben', 'forged', {
      bytes: Readable.from([]),
      sizeBytes: 0,
      mimeType: 'application/vnd.awan.shortcut.folder',
      modifiedAt: undefined,
      ifMatch: undefined,
      ifNoneMatch: undefined,
    })
    expect(toFile(forged)).not.toHaveProperty('shortcut')
    expect(await refusal(drive.shortcuts.open('ben', forged.id))).toBe('invalid_argument')
    const asked = {
      parentId: mine.id,
      conflict: 'rename',
      target: { driveId: trip.drive_id, nodeId: trip.id },
    } as const
    const first = await drive.shortcuts.create('ben', asked, 'key')
    expect((await drive.shortcuts.create('ben', asked, 'key')).id).toBe(first.id)
    expect(await rows()).toHaveLength(1)
  })

  test('a shortcut that is copied into another drive leads to the same target', async () => {
    const { drive, grants, mine, trip, create } = await open()
    await create(trip.id)
    const ben = await drive.as('ben')
    const grantee = { kind: 'person', sub: 'ana' } as const
    await grants.create(ben, { nodeId: mine.id, grantee, role: 'viewer' })
    const visits = createVisits({ ...drive, linkKey: LINK_KEY })
    const placing = { ids: [mine.id], parentId: 'root', conflict: 'rename' } as const
    await createAcross({ ...drive, visits }).copy(
      await drive.as('ana'),
      { driveId: ben.driveId },
      placing,
    )
    await drive.runner.run()
    const { nodes } = await drive.nodes.list('ana', 'root', PAGE)
    const copy = nodes.find(({ name }) => name === 'Mine')
    const [shortcut] = (await drive.nodes.list('ana', copy?.id ?? '', PAGE)).nodes
    expect((await drive.shortcuts.open('ana', shortcut?.id ?? '')).node.id).toBe(trip.id)
  })

  test('awan check finds and removes the target of a shortcut that is gone', async () => {
    const { drive, trip, create, rows } = await open()
    const { drive_id } = await create(trip.id)
    const [row] = await rows()
    await drive.db.write((writer) =>
      writer
        .insertInto('shortcuts')
        .values({ drive_id, node_id: 'gone', target_drive_id: 'any', target_id: 'any' })
        .execute(),
    )
    const { problems } = await findProblems(drive, { repairs: true })
    expect(problems).toMatchObject([
      { kind: 'shortcut_without_node', id: 'gone', repair: 'repaired' },
    ])
    expect(await rows()).toEqual([row])
  })

  test('shortcuts go along when a drive is merged into another, and lead to where its files are then', async () => {
    const { drive, trip, create } = await open()
    const shortcut = await create(trip.id)
    await drive.upload('eva', 'a.txt', Buffer.from('a'))
    await drive.db.write((writer) =>
      handOverDrive(drive, writer, { from: 'ben', to: 'eva', folderName: 'Ben' }),
    )
    expect((await drive.shortcuts.open('eva', shortcut.id)).node.id).toBe(trip.id)
    await drive.db.write((writer) =>
      handOverDrive(drive, writer, { from: 'ana', to: 'eva', folderName: 'Ana' }),
    )
    const { id } = await drive.drives.of('eva')
    const target = await drive.shortcuts.open('eva', shortcut.id)
    expect(target).toMatchObject({ driveId: id, node: { id: trip.id } })
    expect((await findProblems(drive)).problems).toEqual([])
  })
})
