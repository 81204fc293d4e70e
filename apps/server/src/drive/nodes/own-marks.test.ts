import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { joinDrive, LINK_KEY, refusal } from '../testing.ts'

const ALL = { size: 100, token: undefined }

onEachDatabase((openDatabase) => {
  /** Ana has `shared` with `a.txt` in it; ben may view it. */
  async function open() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const grants = createGrants({ ...drive, random: systemRandom })
    const ana = await drive.as('ana')
    const shared = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'shared',
      conflict: 'fail',
    })
    const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: shared.id })
    await grants.create(ana, {
      nodeId: shared.id,
      role: 'viewer',
      grantee: { kind: 'person', sub: 'ben' },
    })
    const ben: Access = {
      driveId: ana.driveId,
      actor: { kind: 'person', sub: 'ben', sessionId: 'ben' },
      right: 'view',
    }
    const star = async (who: Access) => {
      const task = await drive.tasks.begin(who, 'star', { ids: [file.id], isStarred: true })
      const { first } = JSON.parse(task.failures) as { first: { error: string }[] }
      return first.map(({ error }) => error)
    }
    const starredOf = async (who: Access) =>
      (await drive.lists.starred(who, ALL)).nodes.map(({ name }) => name)
    return { drive, grants, ana, ben, shared, file, star, starredOf }
  }

  test('a viewer stars a shared file for themselves, and the owner does not see the star', async () => {
    const { drive, ana, ben, shared, file, star, starredOf } = await open()
    expect(await star(ben)).toEqual([])
    expect(await starredOf(ben)).toEqual(['a.txt'])
    expect(await starredOf(ana)).toEqual([])
    const listed = async (who: Access) => (await drive.nodes.list(who, shared.id, ALL)).nodes
    expect((await listed(ben)).map(({ starred_at }) => starred_at !== null)).toEqual([true])
    expect((await listed(ana)).map(({ starred_at }) => starred_at)).toEqual([null])
    expect((await drive.nodes.get(ben, file.id)).node.starred_at).not.toBeNull()
    expect((await drive.nodes.get(ana, file.id)).node.starred_at).toBeNull()
    const count = (who: Access) =>
      drive.lists.count(who, { place: 'drive', filter: { starred: true } })
    expect(await count(ben)).toMatchObject({ count: 1 })
    expect(await count(ana)).toMatchObject({ count: 0 })
  })

  test('a star changes neither the revision of a file nor what others are told of it', async () => {
    const { drive, ana, ben, file, star } = await open()
    const begin = { cursor: undefined, size: 10, waitMs: 0 }
    const [anas, bens] = [
      await drive.following.follow(ana, begin),
      await drive.following.follow(ben, begin),
    ]
    await star(ben)
    const { node } = await drive.nodes.get(ana, file.id)
    expect(node.revision).toBe(file.revision)
    const told = async (who: Access, { cursor }: { cursor: string }) =>
      (await drive.following.follow(who, { ...begin, cursor })).changes.map(({ id }) => id)
    expect(await told(ben, bens)).toEqual([file.id])
    expect(await told(ana, anas)).toEqual([])
    const { events } = await drive.activity.read(ana, { ...ALL, nodeId: file.id })
    expect(events).toHaveLength(1)
  })

  test('a visitor of a link cannot star', async () => {
    const { drive, grants, ana, shared, file, star } = await open()
    const link = await grants.create(ana, {
      nodeId: shared.id,
      role: 'editor',
      grantee: { kind: 'link' },
    })
    const visits = createVisits({ ...drive, linkKey: LINK_KEY, random: systemRandom })
    const token = visits.begin({ driveId: ana.driveId, grantId: link.id, epoch: link.epoch })
    const visitor = { ...visits.read(token), right: 'edit' } as Access
    const change = { isStarred: true, conflict: 'fail' } as const
    expect(await refusal(drive.nodes.update(visitor, file.id, change))).toBe('permission_denied')
    expect(await star({ ...visitor, right: 'view' })).toEqual(['permission_denied'])
  })

  test('a file in the trash cannot be starred', async () => {
    const { drive, ana, shared, star } = await open()
    await drive.tasks.begin(ana, 'trash', { ids: [shared.id] })
    expect(await star(ana)).toEqual(['failed_precondition'])
  })

  test('stars go with the file, with the drive, and with the person', async () => {
    const { drive, grants, ana, ben, shared, file, star } = await open()
    const marks = () =>
      drive.db.read((reader) => reader.selectFrom('node_marks').select('person_sub').execute())
    await star(ana)
    await star(ben)
    await removeDrive(drive, 'ben')
    expect(await marks()).toEqual([{ person_sub: 'ana' }])
    // What was shared with them is gone too.
    expect(await refusal(star(ben))).toBe('not_found')
    const grantee = { kind: 'person', sub: 'ben' } as const
    await grants.create(ana, { nodeId: shared.id, role: 'viewer', grantee })
    await star(ben)
    await drive.tasks.begin(ana, 'delete', { ids: [file.id] })
    await drive.runner.run()
    expect(await marks()).toEqual([])
    const other = await drive.upload('ana', 'b.txt', Buffer.from('b'))
    await drive.tasks.begin(ana, 'star', { ids: [other.id], isStarred: true })
    await removeDrive(drive, 'ana')
    expect(await marks()).toEqual([])
  })

  test('the stars of an account that is merged into another become that account’s', async () => {
    const { drive, ana, ben, star, starredOf, grants, shared } = await open()
    await star(ben)
    await grants.create(ana, {
      nodeId: shared.id,
      role: 'viewer',
      grantee: { kind: 'person', sub: 'cleo' },
    })
    await drive.drives.of('ben')
    const mine = await drive.upload('ben', 'mine.txt', Buffer.from('m'))
    await drive.tasks.begin('ben', 'star', { ids: [mine.id], isStarred: true })
    await drive.upload('cleo', 'hers.txt', Buffer.from('h'))
    const move = { from: 'ben', to: 'cleo', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    const cleo: Access = { ...ben, actor: { kind: 'person', sub: 'cleo', sessionId: 'cleo' } }
    expect(await starredOf(cleo)).toEqual(['a.txt'])
    expect(await starredOf(await drive.as('cleo'))).toEqual(['mine.txt'])
    expect(await refusal(starredOf(ben))).toBe('not_found')
  })

  test('a person sees when they last opened a file, and what they opened last', async () => {
    const { drive, ana, ben, shared, file } = await open()
    const other = await drive.upload('ana', 'b.txt', Buffer.from('b'), { parentId: shared.id })
    const openedOf = async (who: Access) =>
      (await drive.lists.opened(who, ALL)).nodes.map(({ name }) => name)
    expect((await drive.nodes.get(ben, file.id)).openedAt).toBeUndefined()
    const first = await drive.nodes.markOpened(ben, file.id)
    expect((await drive.nodes.get(ben, file.id)).openedAt).toBe(first)
    expect((await drive.nodes.get(ana, file.id)).openedAt).toBeUndefined()
    drive.clock.advance(30_000)
    expect(await drive.nodes.markOpened(ben, file.id)).toBe(first)
    drive.clock.advance(60_000)
    await drive.nodes.markOpened(ben, other.id)
    expect(await openedOf(ben)).toEqual(['b.txt', 'a.txt'])
    drive.clock.advance(1_000)
    expect(await drive.nodes.markOpened(ben, file.id)).toBe(first + 91_000)
    expect(await openedOf(ben)).toEqual(['a.txt', 'b.txt'])
    expect(await openedOf(ana)).toEqual([])
  })

  test('opening a file keeps its star, and the star keeps when it was opened', async () => {
    const { drive, ana, file, star } = await open()
    const at = await drive.nodes.markOpened(ana, file.id)
    await star(ana)
    expect(await drive.nodes.get(ana, file.id)).toMatchObject({
      openedAt: at,
      node: { starred_at: expect.any(Number) },
    })
    drive.clock.advance(120_000)
    await drive.nodes.markOpened(ana, file.id)
    expect((await drive.nodes.get(ana, file.id)).node.starred_at).not.toBeNull()
  })
})
