import { RESET_REASON } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { KEPT_FOR_MS, TOLD_FOR_MS } from '../history/forget-changes.ts'
import { joinDrive, refusal, type TestDrive, type TestDriveOptions } from '../testing.ts'
import { toCursor } from './cursor.ts'
import { createMirror, someNode } from './testing.ts'

const folder = (drive: TestDrive, name: string, sub = 'ana') =>
  drive.nodes.createFolder(sub, { parentId: 'root', name, conflict: 'fail' })

const ask = (drive: TestDrive, cursor: string | undefined, more: { size?: number } = {}) =>
  drive.following.follow('ana', { cursor, size: 100, waitMs: 0, ...more })

const MINUTE_MS = 60_000

onEachDatabase((openDatabase) => {
  async function open(options?: TestDriveOptions): Promise<TestDrive> {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), options)
    onTestFinished(() => drive.signals[Symbol.asyncDispose]())
    return drive
  }

  describe('changes after a cursor', () => {
    test('a call without a cursor gets the current cursor and no changes', async () => {
      const drive = await open()
      await folder(drive, 'before')
      const begin = await ask(drive, undefined)
      expect(begin).toMatchObject({ changes: [], hasMore: false })
      expect(await ask(drive, begin.cursor)).toEqual(begin)
    })

    test('each changed node is listed once, in its current state, ordered by its last change', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      const text = await drive.upload('ana', 'a.txt', Buffer.from('1'))
      const trips = await folder(drive, 'Trips')
      await drive.upload('ana', 'a.txt', Buffer.from('22'), { conflict: 'replace' })
      const page = await ask(drive, cursor)
      expect(page.changes).toMatchObject([
        { id: trips.id, seq: 2, node: { name: 'Trips' } },
        { id: text.id, seq: 3, node: { size: 2 } },
      ])
      expect((await ask(drive, page.cursor)).changes).toEqual([])
    })

    test.each([1, 2, 1000])(
      'a client that reads pages of %i keeps a folder that was moved out of a deleted one, with its content',
      async (size) => {
        const drive = await open()
        const inside = (parentId: string, name: string) =>
          drive.nodes.createFolder('ana', { parentId, name, conflict: 'fail' })
        const move = (id: string, parentId: string) =>
          drive.nodes.update('ana', id, { parentId, conflict: 'fail' })
        const { cursor } = await ask(drive, undefined)
        const mirror = createMirror(drive, 'ana', cursor, size)
        const doomed = await folder(drive, 'doomed')
        // Nobody is told that it is gone: it is moved into what is deleted.
        const between = await folder(drive, 'between')
        const saved = await inside(doomed.id, 'saved')
        const below = await inside(saved.id, 'below')
        const other = await inside(between.id, 'other')
        const belowOther = await inside(other.id, 'below')
        await mirror.follow()
        // These have a change of their own, which is read before that of what is moved out of them.
        await drive.nodes.update('ana', doomed.id, { description: 'x', conflict: 'fail' })
        await move(between.id, doomed.id)
        await move(saved.id, 'root')
        await move(other.id, 'root')
        await drive.tasks.begin('ana', 'delete', { ids: [doomed.id] })
        await drive.nodes.update('ana', saved.id, { isStarred: true, conflict: 'fail' })
        await mirror.follow()
        const kept = [saved, below, other, belowOther].map(({ id }) => id)
        expect([...mirror.files.keys()].sort()).toEqual(kept.sort())
      },
    )

    test('a permanently deleted node is reported as gone', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      const { id } = await folder(drive, 'x')
      const { id: driveId } = await drive.drives.of('ana')
      await drive.drives.transact(driveId, 'ana', async ({ writer, recordChange }) => {
        await writer.deleteFrom('nodes').where('id', '=', id).execute()
        recordChange({ deleted: someNode(id) })
      })
      expect((await ask(drive, cursor)).changes).toEqual([{ id, seq: 2, node: undefined }])
    })

    test('each page of changes continues after the one before and says whether there is more', async () => {
      const drive = await open()
      let { cursor } = await ask(drive, undefined)
      for (let n = 0; n < 7; n++) await folder(drive, `f${n}`)
      const told: string[] = []
      let hasMore = true
      let pages = 0
      while (hasMore) {
        const page = await ask(drive, cursor, { size: 3 })
        told.push(...page.changes.map(({ node }) => node?.name ?? ''))
        ;({ cursor, hasMore } = page)
        pages++
      }
      expect(told).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'])
      expect(pages).toBe(3)
    })

    test('a cursor of another drive or of the future answers reset, and a malformed one is rejected', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      await folder(drive, 'x')
      const { id } = await drive.drives.of('ana')
      const other = await drive.following.follow('ben', {
        cursor: undefined,
        size: 1,
        waitMs: 0,
      })
      for (const bad of [other.cursor, toCursor(id, 2), toCursor('nobody', 0)]) {
        const error = (await ask(drive, bad).catch((thrown) => thrown)) as ServiceError
        expect(error.error).toBe('out_of_range')
        expect(error.status).toBe(410)
        expect(error.details).toMatchObject([{ reason: RESET_REASON }])
      }
      for (const bad of ['', 'x', `${id}.`, `${id}.-1`, `${id}.zzzzzzzzzzz`, `${id}.1.1`]) {
        expect(await refusal(ask(drive, bad)), bad).toBe('invalid_argument')
      }
      expect((await ask(drive, cursor)).changes).toHaveLength(1)
    })

    test('changes can be followed for a month and stay in the history for a year', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      await folder(drive, 'old')
      const { id: driveId } = await drive.drives.of('ana')
      await drive.drives.transact(driveId, 'ana', async ({ recordChange }) => {
        for (let n = 0; n < 600; n++) recordChange({ deleted: someNode(`silent${n}`) })
      })
      drive.clock.advance(TOLD_FOR_MS - 1)
      const { cursor: late } = await ask(drive, undefined)
      await folder(drive, 'new')
      await drive.cleanUp()
      expect((await ask(drive, cursor, { size: 1000 })).changes).toHaveLength(602)

      drive.clock.advance(2)
      await drive.cleanUp()
      expect(await refusal(ask(drive, cursor))).toBe('out_of_range')
      expect((await ask(drive, late)).changes).toMatchObject([{ node: { name: 'new' } }])
      const kept = () =>
        drive.db.read((reader) => reader.selectFrom('changes').select('node_id').execute())
      expect(await kept()).toHaveLength(602)
      drive.clock.advance(KEPT_FOR_MS)
      await drive.cleanUp()
      expect(await kept()).toEqual([])
    })

    test('a cursor from before a merge of drives is rejected, so that the client starts again', async () => {
      const drive = await open()
      await folder(drive, 'mine')
      await folder(drive, 'theirs', 'guest')
      const { cursor } = await ask(drive, undefined)
      const move = { from: 'guest', to: 'ana', folderName: 'Guest' }
      await drive.db.write((writer) => handOverDrive(drive, writer, move))
      expect(await refusal(ask(drive, cursor))).toBe('out_of_range')
      const { cursor: after } = await ask(drive, undefined)
      await folder(drive, 'later')
      expect((await ask(drive, after)).changes).toHaveLength(1)
    })
  })

  describe('waiting for changes', () => {
    const wait = (drive: TestDrive, cursor: string, signal?: AbortSignal) =>
      drive.following.follow('ana', { cursor, size: 10, waitMs: MINUTE_MS, signal })

    test('a waiting call answers when something changes in its drive', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      let isAnswered = false
      const waiting = wait(drive, cursor).finally(() => {
        isAnswered = true
      })
      await folder(drive, 'elsewhere', 'ben')
      // Nothing to tell: a transaction without a change.
      const { id } = await drive.drives.of('ana')
      await drive.drives.transact(id, 'ana', async () => {})
      expect(isAnswered).toBe(false)
      await folder(drive, 'x')
      expect((await waiting).changes).toMatchObject([{ node: { name: 'x' } }])
    })

    test('no change is missed when a call and a change happen at the same time', async () => {
      const drive = await open()
      let { cursor } = await ask(drive, undefined)
      for (let n = 0; n < 20; n++) {
        const [page] = await Promise.all([wait(drive, cursor), folder(drive, `f${n}`)])
        expect(page.changes).toMatchObject([{ node: { name: `f${n}` } }])
        ;({ cursor } = page)
      }
    })

    test('a waiting call answers with no changes on timeout, on disconnect and when the server stops', async () => {
      const drive = await open()
      const { cursor } = await ask(drive, undefined)
      const short = { cursor, size: 10, waitMs: 20 }
      expect((await drive.following.follow('ana', short)).changes).toEqual([])
      const gone = new AbortController()
      const waiting = wait(drive, cursor, gone.signal)
      gone.abort()
      expect((await waiting).changes).toEqual([])
      const others = [wait(drive, cursor), wait(drive, cursor)]
      drive.following.stop()
      for (const other of others) expect((await other).changes).toEqual([])
    })

    test('one person can have only a limited number of waiting calls at a time', async () => {
      const drive = await open({ maxOpenPerPerson: 2 })
      const { cursor } = await ask(drive, undefined)
      const gone = new AbortController()
      const three = [1, 2, 3].map(() => refusal(wait(drive, cursor, gone.signal)))
      // Whichever comes last is one too many.
      expect(await Promise.race(three)).toBe('resource_exhausted')
      gone.abort()
      expect(new Set(await Promise.all(three)).size).toBe(2)
      const again = wait(drive, cursor)
      await folder(drive, 'x')
      expect((await again).changes).toHaveLength(1)
    })
  })
})
