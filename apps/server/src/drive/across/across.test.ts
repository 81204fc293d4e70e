import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Reader } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { saveChecksum } from '../contents/blob-checksums.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { receivingNothing } from '../receiving-nothing.ts'
import { LEASE_MS, TaskRunner } from '../tasks/task-runner.ts'
import { toTaskFor } from '../tasks/to-task.ts'
import { onEachDrive, refusal, someBytes } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { findMiscounts, pathsBelow } from '../testing-tree.ts'
import { LARGE, openAcross, SMALL } from './testing.ts'

const SIZE = LARGE.length + SMALL.length

onEachDrive((open) => {
  test('a copy in another drive has the same bytes, and keeps them when the original is deleted for good', async () => {
    const { db, blobs } = await open()
    const world = await openAcross(db, { blobs })
    await world.share('viewer')
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    await world.end(begun)
    await world.tasks.begin('ana', 'delete', { ids: [world.trip.id] })
    await world.runner.run()
    world.clock.advance(48 * 3_600_000)
    await world.cleanUp()
    const copy = await world.child('ben', 'trip')
    const large = await world.child('ben', 'large.bin', await world.child('ben', 'days', copy))
    expect(LARGE.equals(await world.bytesOf('ben', large))).toBe(true)
    const small = await world.child('ben', 'small.txt', copy)
    expect(SMALL.equals(await world.bytesOf('ben', small))).toBe(true)
    expect(await findMiscounts(world)).toEqual([])
  })
})

onEachDatabase((openDatabase) => {
  test('a tree is copied with descriptions, tags and checksums, its current versions only, and is charged to the target alone', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, drives, nodes, db } = world
    await world.upload('ana', 'small.txt', someBytes(20), {
      parentId: trip.id,
      conflict: 'replace',
    })
    await nodes.update('ana', trip.id, { description: 'Sea', tags: ['x'], conflict: 'fail' })
    const [version] = await db.read((reader) =>
      reader.selectFrom('versions').selectAll().where('size', '=', LARGE.length).execute(),
    )
    const checksum = { algorithm: 'md5', value: 'aa' }
    await db.write((writer) =>
      saveChecksum(
        writer,
        { drive_id: version?.drive_id ?? '', blob_id: version?.blob_id ?? '' },
        checksum,
      ),
    )
    const before = (await drives.of('ana')).used_bytes
    await world.share('viewer')
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([trip.id]))
    expect(begun).toMatchObject({ kind: 'copy_across', phase: 'pending' })
    const ended = await world.end(begun)
    expect(ended).toMatchObject({ phase: 'complete', done: 4, total: 4, reserved: 0 })
    const copy = await world.child('ben', 'trip')
    expect(await pathsBelow(world, copy)).toEqual(await pathsBelow(world, trip.id))
    expect((await nodes.get('ben', copy)).node).toMatchObject({ description: 'Sea', tag_list: 'x' })
    expect((await drives.of('ana')).used_bytes).toBe(before)
    expect(await drives.of('ben')).toMatchObject({
      used_bytes: LARGE.length + 20,
      reserved_bytes: 0,
    })
    const sums = await db.read((reader) =>
      reader.selectFrom('blob_checksums').selectAll().execute(),
    )
    expect(sums.map(({ value }) => value)).toEqual(['aa', 'aa'])
    expect(await findMiscounts(world)).toEqual([])
  })

  test('the quota of the target is reserved for all of it before anything is copied', async () => {
    const world = await openAcross(await openDatabase(), { quotaBytes: SIZE })
    const { trip } = world
    await world.share('viewer')
    await world.upload('ben', 'mine', someBytes(11))
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([trip.id]))
    const ended = await world.end(begun)
    expect(ended.phase).toBe('failed')
    expect(world.errorsOf(ended)).toEqual(['resource_exhausted'])
    expect(await world.names('ben')).toEqual(['mine'])
    expect(await world.drives.of('ben')).toMatchObject({ used_bytes: 11, reserved_bytes: 0 })
    expect((await world.listBlobs()).length).toBe(2)
  })

  test('a copy that is cancelled while contents are copied leaves none of them behind', async () => {
    const blobs = createMemoryBlobStore()
    const world = await openAcross(await openDatabase(), { blobs })
    await world.share('viewer')
    const before = await world.listBlobs()
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    const copy = blobs.copy.bind(blobs)
    let copied = 0
    blobs.copy = async (...given) => {
      copied += 1
      const draft = await copy(...given)
      await world.tasks.cancel('ben', begun.id)
      return draft
    }
    expect(await world.end(begun)).toMatchObject({ phase: 'cancelled', reserved: 0 })
    expect(copied).toBe(1)
    expect(await world.listBlobs()).toEqual(before)
  })

  test('a copy for which the drive has no more places ends with that reason, and leaves no contents behind', async () => {
    const world = await openAcross(await openDatabase(), { maxNodes: 6 })
    await world.share('viewer')
    await world.folder('mine', 'root', 'ben')
    await world.folder('another', 'root', 'ben')
    const before = await world.listBlobs()
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    const ended = await world.end(begun)
    expect(ended).toMatchObject({ phase: 'failed', reserved: 0 })
    expect(world.errorsOf(ended)).toEqual(['resource_exhausted'])
    expect(await world.listBlobs()).toEqual(before)
    expect(await findMiscounts(world)).toEqual([])
  })

  test('a full drive of the caller is no obstacle where the target is somebody else’s', async () => {
    const world = await openAcross(await openDatabase(), { quotaBytes: SIZE })
    const inbox = await world.folder('inbox', 'root', 'eve')
    const eve = await world.as('eve')
    await world.grants.create(eve, {
      nodeId: inbox.id,
      role: 'contributor',
      grantee: { kind: 'person', sub: 'ana' },
    })
    const intoEve = { ...world.ana, driveId: eve.driveId }
    const { trip } = world
    const begun = await world.across.copy(
      intoEve,
      { driveId: undefined },
      world.placing([trip.id], inbox.id),
    )
    await world.runner.run()
    expect(await world.tasks.get(intoEve, begun.id)).toMatchObject({ phase: 'complete' })
    expect(await world.names('eve', inbox.id)).toEqual(['trip'])
  })

  test('room that is promised to a task is nobody else’s, and a cancelled task gives it back', async () => {
    const world = await openAcross(await openDatabase(), { quotaBytes: SIZE + 5 })
    await world.share('viewer')
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    await world.stepOnce()
    expect(await world.drives.of('ben')).toMatchObject({ used_bytes: 0, reserved_bytes: SIZE })
    expect(await refusal(world.upload('ben', 'mine', someBytes(6)))).toBe('resource_exhausted')
    const cancelled = await world.tasks.cancel('ben', begun.id)
    expect(cancelled).toMatchObject({ phase: 'cancelled', reserved: 0 })
    expect(await world.drives.of('ben')).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
  })

  test('a move puts the originals into the trash of their drive, and undoing it brings them back', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben, placing } = world
    await world.share('editor')
    const paths = await pathsBelow(world, trip.id)
    const begun = await world.across.move(ben, world.fromAna, placing([trip.id]))
    expect(await world.end(begun)).toMatchObject({ phase: 'complete', done: 4, total: 4 })
    expect(await world.names('ana', world.album.id)).toEqual([])
    expect(await world.trashed('ana')).toEqual(['trip'])
    const copy = await world.child('ben', 'trip')
    expect(await pathsBelow(world, copy)).toEqual(paths)
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    expect(undone).toMatchObject({ phase: 'complete', kind: 'undo_across' })
    expect(world.errorsOf(undone)).toEqual([])
    expect(await world.names('ana', world.album.id)).toEqual(['trip'])
    expect(await world.names('ben')).toEqual([])
    expect(await world.trashed('ben')).toEqual(['trip'])
    expect(await findMiscounts(world)).toEqual([])
  })

  test('undoing a move brings back what the moved file replaced', async () => {
    const world = await openAcross(await openDatabase())
    const { ben, placing } = world
    const { album } = world
    const file = await world.upload('ana', 'a.txt', someBytes(3), { parentId: album.id })
    const old = await world.upload('ben', 'a.txt', someBytes(4))
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, placing([file.id], 'root', 'replace'))
    await world.end(begun)
    expect(await world.child('ben', 'a.txt')).not.toBe(old.id)
    await world.end(await world.tasks.undo('ben', begun.id))
    expect(await world.child('ben', 'a.txt')).toBe(old.id)
    expect(await world.child('ana', 'a.txt', album.id)).toBe(file.id)
  })

  test('undoing a move keeps what was added or changed in the copy since, and counts it', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.end(begun)
    const copy = await world.child('ben', 'trip')
    const changed = someBytes(20)
    await world.upload('ben', 'small.txt', changed, { parentId: copy, conflict: 'replace' })
    await world.upload('ben', 'new.txt', someBytes(3), { parentId: copy })
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    expect(undone).toMatchObject({ phase: 'complete', kept: 2 })
    expect(world.errorsOf(undone)).toEqual([])
    expect(await pathsBelow(world, trip.id)).toHaveLength(3)
    expect(await world.trashed('ana')).toEqual([])
    expect(await world.names('ben', copy)).toEqual(['new.txt', 'small.txt'])
    const small = await world.child('ben', 'small.txt', copy)
    expect(changed.equals(await world.bytesOf('ben', small))).toBe(true)
    expect(await world.trashed('ben')).toEqual(['days'])
    expect(await findMiscounts(world)).toEqual([])
  })

  test('a folder of the copy that was renamed stays as a whole, and its unchanged neighbours go', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben, nodes } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.end(begun)
    const copy = await world.child('ben', 'trip')
    await nodes.update('ben', await world.child('ben', 'days', copy), {
      name: 'nights',
      conflict: 'fail',
    })
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    // The folder and the file in it.
    expect(undone.kept).toBe(2)
    expect(await world.names('ben', copy)).toEqual(['nights'])
    expect(await world.names('ben', await world.child('ben', 'nights', copy))).toEqual([
      'large.bin',
    ])
    expect(await world.trashed('ben')).toEqual(['small.txt'])
  })

  test('a large copy with one change is taken away in several steps, all but the change', async () => {
    const world = await openAcross(await openDatabase())
    const { ben } = world
    const many = await world.folder('many', world.album.id)
    await world.folders(450, many.id)
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([many.id]))
    await world.end(begun)
    const copy = await world.child('ben', 'many')
    const [inside] = await world.names('ben', copy)
    const added = await world.child('ben', inside ?? '', copy)
    await world.folder('added', added, 'ben')
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    expect(undone).toMatchObject({ phase: 'complete', kept: 1 })
    expect(await world.names('ben', copy)).toEqual([inside])
    expect(await world.names('ben', added)).toEqual(['added'])
    expect(await world.trashed('ben')).toHaveLength(449)
  })

  test('a copy that was moved on stays as it is, and the original comes back', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.end(begun)
    const elsewhere = await world.folder('elsewhere', 'root', 'ben')
    const ids = [await world.child('ben', 'trip')]
    await world.tasks.begin('ben', 'move', { ids, parentId: elsewhere.id, conflict: 'fail' })
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    expect(undone.kept).toBe(4)
    expect(await world.names('ben', elsewhere.id)).toEqual(['trip'])
    expect(await world.trashed('ben')).toEqual([])
    expect(await world.names('ana', world.album.id)).toEqual(['trip'])
  })

  test('a second undo of a move does not bring back what was trashed since', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.end(begun)
    await world.end(await world.tasks.undo('ben', begun.id))
    await world.tasks.begin('ana', 'trash', { ids: [trip.id] })
    await world.end(await world.tasks.undo('ben', begun.id))
    expect(await world.trashed('ana')).toEqual(['trip'])
  })

  test('a file that is changed while it is moved stays, whatever the clock of the process that changed it', async () => {
    const world = await openAcross(await openDatabase())
    const { ben, album } = world
    const file = await world.upload('ana', 'a.txt', someBytes(3), { parentId: album.id })
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([file.id]))
    // Measured, then copied.
    for (let step = 0; step < 2; step++) await world.stepOnce()
    world.clock.advance(-5_000)
    await world.upload('ana', 'a.txt', someBytes(4), { parentId: album.id, conflict: 'replace' })
    world.clock.advance(5_000)
    const ended = await world.end(begun)
    expect(world.errorsOf(ended)).toEqual(['aborted'])
    expect(await world.names('ana', album.id)).toEqual(['trip', 'a.txt'])
    expect(await world.trashed('ana')).toEqual([])
  })

  test('an original that was deleted for good leaves the moved file where it is', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.end(begun)
    await world.tasks.begin('ana', 'empty', {})
    await world.runner.run()
    const undone = await world.end(await world.tasks.undo('ben', begun.id))
    expect(world.errorsOf(undone)).toEqual(['not_found'])
    expect(await world.names('ben')).toEqual(['trip'])
  })

  test('what was changed while it was moved is copied and stays in its place', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben, days } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    await world.stepOnce()
    world.clock.advance(1)
    await world.upload('ana', 'late.txt', SMALL, { parentId: days.id })
    const ended = await world.end(begun)
    expect(world.errorsOf(ended)).toEqual(['aborted'])
    expect(await world.names('ana', world.album.id)).toEqual(['trip'])
    expect(await world.names('ben')).toEqual(['trip'])
    expect(await world.trashed('ana')).toEqual([])
  })

  test('what is added before a move has measured its source stays, with its folder', async () => {
    const world = await openAcross(await openDatabase())
    const { trip, ben, days } = world
    await world.share('editor')
    const begun = await world.across.move(ben, world.fromAna, world.placing([trip.id]))
    world.clock.advance(1)
    await world.upload('ana', 'late.txt', SMALL, { parentId: days.id })
    await world.folder('later', trip.id)
    const ended = await world.end(begun)
    expect(world.errorsOf(ended)).toEqual(['aborted', 'aborted'])
    expect(await world.names('ana', trip.id)).toEqual(['days', 'later', 'small.txt'])
    expect(await world.names('ana', days.id)).toEqual(['large.bin', 'late.txt'])
    expect(await world.trashed('ana')).toEqual([])
    expect(await world.names('ben')).toEqual(['trip'])
  })

  test('a name that is taken is numbered, refused, or replaces the other file, as in one drive', async () => {
    const world = await openAcross(await openDatabase())
    const { ben, placing } = world
    const file = await world.upload('ana', 'a.txt', someBytes(3))
    await world.upload('ben', 'a.txt', someBytes(4))
    await world.share('viewer', file.id)
    const blobs = (await world.listBlobs()).length
    const copy = async (conflict: 'fail' | 'rename' | 'replace') =>
      world.end(await world.across.copy(ben, world.fromAna, placing([file.id], 'root', conflict)))
    expect(world.errorsOf(await copy('fail'))).toEqual(['already_exists'])
    await copy('rename')
    expect(await world.names('ben')).toEqual(['a (2).txt', 'a.txt'])
    await copy('replace')
    expect(await world.trashed('ben')).toEqual(['a.txt'])
    expect(await findMiscounts(world)).toEqual([])
    // What was copied for a name that was refused is not left behind.
    expect((await world.listBlobs()).length).toBe(blobs + 2)
  })

  test('a large tree is brought over in steps, and a cancelled move finishes what it has begun', async () => {
    const world = await openAcross(await openDatabase())
    const { ben, placing } = world
    const many = await world.folder('many')
    for (let i = 0; i < 3; i++) await world.folder(`f${i}`, many.id)
    const ids: string[] = [many.id]
    for (let i = 0; i < 3; i++) ids.push((await world.upload('ana', `${i}.txt`, SMALL)).id)
    for (const id of ids) await world.share('editor', id)
    const begun = await world.across.move(ben, world.fromAna, placing(ids))
    // Measured; then the folder; then what is in it and the files.
    for (let step = 0; step < 3; step++) await world.stepOnce()
    expect(await world.names('ben')).toEqual(['many', '0.txt', '1.txt', '2.txt'])
    expect(await world.trashed('ana')).toEqual([])
    const stopped = await world.tasks.cancel('ben', begun.id)
    expect(stopped.phase).toBe('running')
    expect(await world.end(begun)).toMatchObject({ phase: 'cancelled', reserved: 0 })
    expect(await world.trashed('ana')).toEqual(['0.txt', '1.txt', '2.txt', 'many'])
  })

  test('a move that is cancelled before it has begun changes nothing', async () => {
    const world = await openAcross(await openDatabase())
    await world.share('editor')
    const begun = await world.across.move(world.ben, world.fromAna, world.placing([world.trip.id]))
    await world.tasks.cancel('ben', begun.id)
    expect(await world.end(begun)).toMatchObject({ phase: 'cancelled', done: 0 })
    expect(await world.names('ben')).toEqual([])
    expect(await world.names('ana', world.album.id)).toEqual(['trip'])
  })

  test('somebody who loses access to the source gets nothing more of it', async () => {
    const world = await openAcross(await openDatabase())
    const grant = await world.share('viewer')
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    await world.stepOnce()
    await world.grants.revoke(world.ana, grant.id)
    const ended = await world.end(begun)
    expect(ended).toMatchObject({ phase: 'failed', reserved: 0 })
    expect(world.errorsOf(ended)).toEqual(['not_found'])
    expect(await world.names('ben')).toEqual([])
  })

  test('a move ends where it is when the account of its person is frozen: the originals stay', async () => {
    const active = new Set(['ana', 'ben'])
    const people = {
      ...everybody,
      isActive: async (_reader: Reader, sub: string) => active.has(sub),
    }
    const world = await openAcross(await openDatabase(), { people })
    await world.share('editor')
    const begun = await world.across.move(world.ben, world.fromAna, world.placing([world.trip.id]))
    // Measured; then everything is copied, and the originals are next.
    for (let step = 0; step < 3; step++) await world.stepOnce()
    expect(await world.names('ben')).toEqual(['trip'])
    active.delete('ben')
    const ended = await world.end(begun)
    expect(ended).toMatchObject({ phase: 'failed', reserved: 0 })
    expect(world.errorsOf(ended)).toEqual(['permission_denied'])
    expect(await world.trashed('ana')).toEqual([])
    expect(await world.names('ana', world.album.id)).toEqual(['trip'])
  })

  test('a drive without access, this drive itself and an ended visit are refused as sources', async () => {
    const { across, ben, fromAna, placing, trip } = await openAcross(await openDatabase())
    const wanted = placing([trip.id])
    expect(await refusal(across.copy(ben, fromAna, wanted))).toBe('not_found')
    expect(await refusal(across.copy(ben, { driveId: undefined }, wanted))).toBe('invalid_argument')
    expect(await refusal(across.copy(ben, { visitToken: 'visit.no' }, wanted))).toBe(
      'permission_denied',
    )
  })

  test.each([
    ['manager', 'complete', []],
    ['editor', 'complete', []],
    ['contributor', 'complete', ['permission_denied']],
    ['viewer', 'complete', ['permission_denied']],
    ['drop', 'not_found', ['not_found']],
  ] as const)(
    'a %s of the source may copy from it: %s, and is told when moving: %j',
    async (role, copied, moved) => {
      const world = await openAcross(await openDatabase())
      const { across, ben, fromAna, placing, trip } = world
      await world.share(role)
      const copy = await world.end(await across.copy(ben, fromAna, placing([trip.id])))
      expect(world.errorsOf(copy)[0] ?? copy.phase).toBe(copied)
      const move = await world.end(await across.move(ben, fromAna, placing([trip.id])))
      expect(world.errorsOf(move)).toEqual(moved)
      expect(await world.trashed('ana')).toEqual(moved.length > 0 ? [] : ['trip'])
    },
  )

  test('a contributor moves what they added themselves', async () => {
    const world = await openAcross(await openDatabase())
    await world.share('contributor')
    const there = { ...world.ben, driveId: world.ana.driveId }
    const own = await world.nodes.createFolder(there, {
      parentId: world.album.id,
      name: 'own',
      conflict: 'fail',
    })
    const { across, ben, fromAna, placing } = world
    const moved = await world.end(await across.move(ben, fromAna, placing([own.id])))
    expect(world.errorsOf(moved)).toEqual([])
    expect(await world.trashed('ana')).toEqual(['own'])
  })

  test('the same key begins one task', async () => {
    const world = await openAcross(await openDatabase())
    await world.share('viewer')
    const copy = () =>
      world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]), 'key')
    const [first, second] = [await copy(), await copy()]
    expect(second.id).toBe(first.id)
    await world.runner.run()
    expect(await world.names('ben')).toEqual(['trip'])
  })

  test('nobody reads in the activity of a drive where something came from', async () => {
    const world = await openAcross(await openDatabase())
    await world.share('editor')
    const begun = await world.across.move(world.ben, world.fromAna, world.placing([world.trip.id]))
    await world.end(begun)
    const page = { nodeId: undefined, size: 10, token: undefined }
    const { events } = await world.activity.read('ben', page)
    expect(events.map(({ type }) => type)).toContain('drive.move')
    expect(JSON.stringify(events)).not.toContain(world.trip.id)
    expect(JSON.stringify(events)).not.toContain(world.ana.driveId)
  })

  test('whoever cares for the target and did not begin the task learns nothing of the drive that it came from', async () => {
    const world = await openAcross(await openDatabase())
    const inbox = await world.folder('inbox', 'root', 'eve')
    const eve = await world.as('eve')
    const grantee = { kind: 'person', sub: 'ben' } as const
    await world.grants.create(eve, { nodeId: inbox.id, role: 'contributor', grantee })
    await world.share('viewer')
    const intoEve = { ...world.ben, driveId: eve.driveId }
    const secret = await world.upload('ana', 'secret.txt', SMALL)
    const ids = [world.trip.id, secret.id]
    const begun = await world.across.move(intoEve, world.fromAna, world.placing(ids, inbox.id))
    await world.runner.run()
    const row = await world.tasks.get(eve, begun.id)
    const own = toTaskFor(intoEve)(await world.tasks.get(intoEve, begun.id))
    expect(own.failures.map(({ id }) => id)).toEqual(ids)
    const hers = toTaskFor(eve)(row)
    expect(hers).toMatchObject({ failed: 2, phase: 'complete', progress: 100 })
    expect(hers.failures.map(({ error }) => error)).toEqual(own.failures.map(({ error }) => error))
    expect(new Set(hers.failures.map(({ id }) => id)).size).toBe(2)
    for (const hidden of [...ids, world.ana.driveId, 'trip', 'secret']) {
      expect(JSON.stringify(hers)).not.toContain(hidden)
    }
  })

  test('a task stays with its process while the store copies, however long that takes', async () => {
    const store = createMemoryBlobStore()
    const { promise: isCopied, resolve: finish } = Promise.withResolvers<void>()
    const blobs = {
      ...store,
      copy: async (...given: Parameters<typeof store.copy>) => {
        await isCopied
        return store.copy(...given)
      },
    }
    const world = await openAcross(await openDatabase(), { blobs })
    const { db, clock, drives } = world
    await world.share('viewer')
    const begun = await world.across.copy(world.ben, world.fromAna, world.placing([world.trip.id]))
    const parts = { ...world, drives }
    const runner = new TaskRunner({
      ...parts,
      kinds: createTaskKinds({ ...parts, receiving: receivingNothing(parts) }),
      renewMs: 5,
    })
    const running = runner.run()
    const leasedUntil = async () => (await world.tasks.get('ben', begun.id)).leased_until ?? 0
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(LEASE_MS - 1)
      await expect.poll(leasedUntil).toBe(clock.now() + LEASE_MS)
    }
    const free = await db.read((reader) =>
      reader.selectFrom('tasks').select('id').where('leased_until', '<=', clock.now()).execute(),
    )
    expect(free).toEqual([])
    finish()
    await running
    expect(await world.tasks.get('ben', begun.id)).toMatchObject({ phase: 'complete', attempts: 0 })
  })
})
