import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Reader } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { SpareTime } from '../../kernel/spare-time.ts'
import { packZip } from '../../kernel/zip/testing.ts'
import { systemAccess } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { createGrants } from '../access/grants.ts'
import { createTaskKinds } from '../join-tasks.ts'
import { plantedNode } from '../nodes/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { findMiscounts, plant } from '../testing-tree.ts'
import { ENDED_KEPT_MS } from './task-chores.ts'
import { LEASE_MS, MAX_ATTEMPTS, NOT_ACTIVE, TaskRunner } from './task-runner.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())
  const all = { state: undefined, size: 100, token: undefined }

  /** So many files are rows here: how they got there is another test's matter. */
  async function fill({ drives, db }: TestDrive, count: number): Promise<string[]> {
    const { id, root_id } = await drives.of('ana')
    const ids = Array.from({ length: count }, (_, i) => `f${i}`)
    const rows = ids.map((name) =>
      plantedNode({ drive_id: id, id: name, parent_id: root_id, kind: 'file', name, now: 0 }),
    )
    await db.write(async (w) => {
      // SQLite takes a limited number of values in one statement.
      for (let at = 0; at < rows.length; at += 500) {
        await w
          .insertInto('nodes')
          .values(rows.slice(at, at + 500))
          .execute()
      }
    })
    return ids
  }

  const countTrashed = ({ db }: TestDrive) =>
    db.read(async (r) => {
      const rows = await r.selectFrom('nodes').select('trashed_at').execute()
      return rows.filter(({ trashed_at }) => trashed_at !== null).length
    })

  /** A runner that counts its steps and may stop after some of them. */
  function otherRunner(
    drive: Omit<TestDrive, 'drives'> & { drives: Drives },
    afterStep: (steps: number) => void,
  ) {
    let steps = 0
    const taskKinds = createTaskKinds(drive)
    const step: typeof taskKinds.trash.step = async (transaction, task) => {
      const outcome = await taskKinds.trash.step(transaction, task)
      afterStep(++steps)
      return outcome
    }
    const kinds = { ...taskKinds, trash: { ...taskKinds.trash, step } }
    return new TaskRunner({ ...drive, kinds, onProblem: () => undefined })
  }

  test('the first hundred nodes are done when the call answers, the rest by the task runner', async () => {
    const drive = await open()
    const ids = await fill(drive, 250)
    const { id, ...task } = await drive.tasks.begin('ana', 'trash', { ids })
    expect(task).toMatchObject({ phase: 'running', done: 100, total: null, ended_at: null })
    expect(await countTrashed(drive)).toBe(100)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({
      phase: 'complete',
      done: 250,
      total: 250,
      leased_until: null,
    })
    expect(await countTrashed(drive)).toBe(250)
  })

  test("two runners never repeat each other's steps", async () => {
    const drive = await open()
    const ids = await fill(drive, 450)
    for (const part of [ids.slice(0, 225), ids.slice(225)]) {
      await drive.tasks.begin('ana', 'trash', { ids: part })
    }
    let steps = 0
    const count = () => {
      steps++
    }
    const runners = [otherRunner(drive, count), otherRunner(drive, count)]
    await Promise.all(runners.map((runner) => runner.run()))
    // Two more steps for each of the two tasks, whoever did them.
    expect(steps).toBe(4)
    const { tasks } = await drive.tasks.list('ana', all)
    expect(tasks).toMatchObject([
      { phase: 'complete', done: 225 },
      { phase: 'complete', done: 225 },
    ])
  })

  test('the task of a failed process is resumed from its last step when the lease expires', async () => {
    const drive = await open()
    const ids = await fill(drive, 450)
    const { id } = await drive.tasks.begin('ana', 'trash', { ids })
    await otherRunner(drive, (steps) => {
      if (steps === 2) throw new Error('the disk is gone')
    }).run()
    // The step that broke left nothing behind, the one before stays.
    expect([(await drive.tasks.get('ana', id)).done, await countTrashed(drive)]).toEqual([200, 200])
    await drive.runner.run()
    expect((await drive.tasks.get('ana', id)).phase).toBe('running')
    drive.clock.advance(LEASE_MS)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'complete', done: 450 })
  })

  test('a runner whose lease has expired does no further step', async () => {
    const drive = await open()
    const ids = await fill(drive, 450)
    const { id } = await drive.tasks.begin('ana', 'trash', { ids })
    let steps = 0
    let wasAway = false
    const drives: Drives = {
      ...drive.drives,
      async transact(...args) {
        const outcome = await drive.drives.transact(...args)
        if (!wasAway) {
          wasAway = true
          drive.clock.advance(LEASE_MS)
          await drive.runner.run()
        }
        return outcome
      },
    }
    const count = () => {
      steps++
    }
    await otherRunner({ ...drive, drives }, count).run()
    expect(steps).toBe(1)
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'complete', done: 450 })
    expect(await countTrashed(drive)).toBe(450)
  })

  test('a stopped runner releases its task', async () => {
    const drive = await open()
    const ids = await fill(drive, 450)
    const { id } = await drive.tasks.begin('ana', 'trash', { ids })
    let closed: Promise<void> | undefined
    const runner = otherRunner(drive, () => {
      closed ??= runner[Symbol.asyncDispose]()
    })
    await runner.run()
    await closed
    expect(await drive.tasks.get('ana', id)).toMatchObject({ done: 200, leased_until: 0 })
    await drive.runner.run()
    expect((await drive.tasks.get('ana', id)).phase).toBe('complete')
  })

  test('long tasks of some let the task of another have its turn', async () => {
    const drive = await open()
    const ids = await fill(drive, 300)
    for (const part of [ids.slice(0, 150), ids.slice(150)]) {
      await drive.tasks.begin('ana', 'trash', { ids: part })
    }
    // The workers take the oldest tasks first: that of Ben is not among them.
    for (const who of ['cy', 'ben']) {
      const folders = Array.from({ length: 150 }, (_, i) =>
        drive.nodes.createFolder(who, { parentId: 'root', name: `${i}`, conflict: 'fail' }),
      )
      const made = await Promise.all(folders)
      drive.clock.advance(1)
      await drive.tasks.begin(who, 'trash', { ids: made.map(({ id }) => id) })
    }
    const { driveId } = await drive.as('ben')
    const order: string[] = []
    const bensTurn = Promise.withResolvers<void>()
    const drives: Drives = {
      ...drive.drives,
      async transact(access, work) {
        // However long the workers of the other tasks need: the one that is free takes this one.
        if (access.driveId !== driveId && order.length > 0) await bensTurn.promise
        return drive.drives.transact(access, work)
      },
    }
    const taskKinds = createTaskKinds(drive)
    const step: typeof taskKinds.trash.step = async (transaction, task) => {
      const outcome = await taskKinds.trash.step(transaction, task)
      order.push(task.actorId)
      if (task.actorId === 'ben') bensTurn.resolve()
      drive.clock.advance(3_000)
      return outcome
    }
    const kinds = { ...taskKinds, trash: { ...taskKinds.trash, step } }
    await new TaskRunner({ ...drive, drives, kinds }).run()
    expect(order[0]).not.toBe('ben')
    // One step of Ana and one of Cy may have begun together.
    expect(order.slice(1, 3)).toContain('ben')
    expect(order.filter((actor) => actor === 'ana').length).toBeGreaterThanOrEqual(2)
  })

  test('somebody with many open tasks begins no further one before one of them has ended', async () => {
    const drive = await open()
    const ids = await fill(drive, 101)
    const begin = () => drive.tasks.begin('ana', 'trash', { ids })
    const { id } = await begin()
    for (let i = 1; i < 50; i++) await begin()
    expect(await refusal(begin())).toBe('resource_exhausted')
    await drive.tasks.cancel('ana', id)
    await begin()
  })

  test('a task that has ended keeps nothing of what it was told, however long that was', async () => {
    const drive = await open()
    const ids = await fill(drive, 250)
    const small = await drive.tasks.begin('ana', 'trash', { ids: ids.slice(0, 2) })
    const long = await drive.tasks.begin('ana', 'trash', { ids })
    const left = await drive.tasks.begin('ana', 'tag', { ids, add: ['x'], remove: [] })
    const readInputs = () =>
      drive.db.read((reader) => reader.selectFrom('tasks').select(['id', 'input']).execute())
    const told = (await readInputs()).filter(({ input }) => input !== '{}')
    expect(told.map(({ id }) => id).toSorted()).toEqual([long.id, left.id].toSorted())
    await drive.tasks.cancel('ana', left.id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', long.id)).toMatchObject({ phase: 'complete', done: 250 })
    expect((await readInputs()).map(({ input }) => input)).toEqual(['{}', '{}', '{}'])
    const undone = await drive.tasks.undo('ana', long.id)
    await drive.runner.run()
    expect((await drive.tasks.get('ana', undone.id)).phase).toBe('complete')
    expect(await countTrashed(drive)).toBe(2)
    expect(small.phase).toBe('complete')
  })

  test('what tasks were told is not read where they are listed, counted or looked at', async () => {
    const drive = await open()
    const ids = await fill(drive, 101)
    const { id } = await drive.tasks.begin('ana', 'trash', { ids })
    const { tasks } = await drive.tasks.list('ana', all)
    expect([...tasks, await drive.tasks.get('ana', id)].map((task) => 'input' in task)).toEqual([
      false,
      false,
    ])
  })

  test('the steps of one drive run one at a time', async () => {
    const drive = await open()
    const ids = await fill(drive, 450)
    for (const part of [ids.slice(0, 150), ids.slice(150, 300), ids.slice(300)]) {
      await drive.tasks.begin('ana', 'trash', { ids: part })
    }
    let running = 0
    let most = 0
    const transact: Drives['transact'] = async (...args) => {
      most = Math.max(most, ++running)
      try {
        return await drive.drives.transact(...args)
      } finally {
        running--
      }
    }
    const drives = { ...drive.drives, transact }
    await new TaskRunner({ ...drive, drives, kinds: createTaskKinds(drive) }).run()
    expect(most).toBe(1)
    expect(await countTrashed(drive)).toBe(450)
  })

  test('a new task is done while a long one is still running', async () => {
    const drive = await open()
    const ids = await fill(drive, 250)
    const kinds = createTaskKinds(drive)
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const index: typeof kinds.index = {
      ...kinds.index,
      async gather(...args) {
        reached.resolve()
        await released.promise
        return kinds.index.gather?.(...args)
      },
    }
    const trashed = Promise.withResolvers<void>()
    const drives: Drives = {
      ...drive.drives,
      async transact(...args) {
        const outcome = await drive.drives.transact(...args)
        if (await isTrashed()) trashed.resolve()
        return outcome
      },
    }
    const isTrashed = async () => (await countTrashed(drive)) === ids.length
    const runner = new TaskRunner({ ...drive, drives, kinds: { ...kinds, index } })
    const long = await drive.tasks.begin('ana', 'index', {})
    const ended = runner.run()
    await reached.promise
    const { id } = await drive.tasks.begin('ana', 'trash', { ids })
    const both = runner.run()
    await trashed.promise
    expect((await drive.tasks.get('ana', id)).phase).toBe('complete')
    expect((await drive.tasks.get('ana', long.id)).phase).toBe('pending')
    released.resolve()
    await Promise.all([ended, both])
    expect((await drive.tasks.get('ana', long.id)).phase).toBe('complete')
  })

  test('nobody keeps all workers, however many of their tasks take long', async () => {
    const drive = await open()
    const zip = packZip([{ name: 'x', bytes: Buffer.from('x') }])
    const begin = async (sub: string, { id }: { id: string }) => {
      const input = { archiveId: id, parentId: undefined, name: undefined, conflict: 'rename' }
      return drive.extracting.begin(drive.tasks as never, await drive.as(sub), input as never)
    }
    const kinds = createTaskKinds(drive)
    const released = Promise.withResolvers<void>()
    const extract: typeof kinds.extract = {
      ...kinds.extract,
      async gather(driveId, task) {
        if (task.actorId === 'ana') await released.promise
        return kinds.extract.gather?.(driveId, task)
      },
    }
    const long = await drive.upload('ana', 'a.zip', zip)
    for (let n = 0; n < 20; n++) await begin('ana', long)
    const { id } = await begin('ben', await drive.upload('ben', 'b.zip', zip))
    const runner = new TaskRunner({ ...drive, kinds: { ...kinds, extract } })
    const ended = runner.run()
    await expect.poll(async () => (await drive.tasks.get('ben', id)).phase).toBe('complete')
    released.resolve()
    await ended
    const page = { state: 'open', size: 50, token: undefined } as const
    expect((await drive.tasks.list('ana', page)).tasks).toEqual([])
  })

  test('tasks that people wait for run at once, while background tasks wait for spare time', async () => {
    const drive = await open()
    const begun = Promise.withResolvers<void>()
    const calm = Promise.withResolvers<number>()
    const spareTime = new SpareTime(() => {
      begun.resolve()
      return calm.promise
    })
    const runner = new TaskRunner({ ...drive, kinds: createTaskKinds(drive), spareTime })
    const people = ['ana', 'ben', 'cy', 'dee', 'eve']
    const texts = await Promise.all(people.map((sub) => drive.tasks.begin(sub, 'index', {})))
    const all = runner.run()
    await begun.promise
    const { id } = await drive.tasks.begin('ana', 'trash', { ids: await fill(drive, 250) })
    await runner.run(['people'])
    expect((await drive.tasks.get('ana', id)).phase).toBe('complete')

    const phaseOf = async (sub: string, at: number) =>
      (await drive.tasks.get(sub, texts[at]?.id ?? '')).phase
    expect(await Promise.all(people.map(phaseOf))).toEqual(people.map(() => 'pending'))
    calm.resolve(0)
    await all
    expect(await Promise.all(people.map(phaseOf))).toEqual(people.map(() => 'complete'))
  })

  test('a task that makes no progress fails after its last attempt', async () => {
    const drive = await open()
    const { id } = await drive.tasks.begin('ana', 'trash', { ids: await fill(drive, 200) })
    const broken = otherRunner(drive, () => {
      throw new Error('always')
    })
    for (let i = 0; i <= MAX_ATTEMPTS; i++) {
      await broken.run()
      drive.clock.advance(LEASE_MS)
    }
    const { phase, failures } = await drive.tasks.get('ana', id)
    expect(phase).toBe('failed')
    expect(JSON.parse(failures)).toMatchObject({ count: 1, first: [{ error: 'internal' }] })
  })

  test('a task that is refused after a long preparation ends at once', async () => {
    const drive = await open()
    const { id } = await drive.tasks.begin('ana', 'trash', { ids: await fill(drive, 150) })
    const { promise: isPrepared, resolve: finish } = Promise.withResolvers<void>()
    const { trash, ...others } = createTaskKinds(drive)
    const gather = async () => {
      await isPrepared
      throw new ServiceError('not_found', { description: 'no such file or folder' })
    }
    const kinds = { ...others, trash: { ...trash, gather } }
    const running = new TaskRunner({ ...drive, kinds, renewMs: 5 }).run()
    const leasedUntil = async () => (await drive.tasks.get('ana', id)).leased_until ?? 0
    for (const passed of [0, LEASE_MS - 1]) {
      drive.clock.advance(passed)
      await expect.poll(leasedUntil).toBe(drive.clock.now() + LEASE_MS)
    }
    finish()
    await running
    expect(await drive.tasks.get('ana', id)).toMatchObject({ phase: 'failed', leased_until: null })
  })

  test('a task ends where it is when the account of its person is frozen, also in the drive of somebody else', async () => {
    const active = new Set(['ana', 'ben'])
    const people = {
      ...everybody,
      isActive: async (_reader: Reader, sub: string) => active.has(sub),
    }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const ids = await fill(drive, 400)
    const { driveId } = await drive.as('ana')
    const ana = { driveId, actor: { kind: 'person', sub: 'ana' }, right: 'own' } as const
    const { root_id: nodeId } = await drive.drives.of('ana')
    const grantee = { kind: 'person', sub: 'ben' } as const
    await createGrants(drive).create(ana, { nodeId, role: 'editor', grantee })
    const ben = { driveId, actor: grantee, right: 'edit' } as const
    const bySystem = await drive.tasks.begin(systemAccess(driveId), 'index', {})
    for (const [who, chosen, trashed] of [
      [ben, ids.slice(0, 200), 100],
      [ana, ids.slice(200), 200],
    ] as const) {
      const { id } = await drive.tasks.begin(who, 'trash', { ids: [...chosen] })
      active.delete(who.actor.sub)
      await drive.runner.run()
      expect(await countTrashed(drive)).toBe(trashed)
      const { phase, done, failures } = await drive.tasks.get('ana', id)
      expect([phase, done]).toEqual(['failed', 100])
      const why = { id, error: 'permission_denied', description: NOT_ACTIVE }
      expect(JSON.parse(failures)).toEqual({ count: 1, first: [why] })
    }
    expect((await drive.tasks.get('ana', bySystem.id)).phase).toBe('complete')
  })

  test('a cancelled task stops, and what it has done stays', async () => {
    const drive = await open()
    const { id } = await drive.tasks.begin('ana', 'trash', { ids: await fill(drive, 250) })
    expect(await drive.tasks.cancel('ana', id)).toMatchObject({ phase: 'cancelled', done: 100 })
    await drive.runner.run()
    expect(await countTrashed(drive)).toBe(100)
    const ended = await drive.tasks.get('ana', id)
    drive.clock.advance(1)
    expect(await drive.tasks.cancel('ana', id)).toEqual(ended)
  })

  test('a call repeated with its idempotency key returns the first task and does nothing twice', async () => {
    const drive = await open()
    const [a = '', b = ''] = await fill(drive, 2)
    const first = await drive.tasks.begin('ana', 'trash', { ids: [a] }, 'key 1')
    await drive.tasks.begin('ana', 'untrash', { ids: [a], conflict: 'fail' })
    expect(await drive.tasks.begin('ana', 'trash', { ids: [a] }, 'key 1')).toEqual(first)
    expect(await countTrashed(drive)).toBe(0)
    const another = drive.tasks.begin('ana', 'trash', { ids: [b] }, 'key 1')
    expect(await refusal(another)).toBe('invalid_argument')
    const elsewhere = await drive.tasks.begin('ben', 'trash', { ids: [a] }, 'key 1')
    expect(elsewhere.id).not.toBe(first.id)
  })

  test('tasks are listed by state and page by page, and deleted after their retention period', async () => {
    const drive = await open()
    const ids = await fill(drive, 150)
    const begun: string[] = []
    for (let i = 0; i < 5; i++) {
      begun.unshift((await drive.tasks.begin('ana', 'trash', { ids: ids.slice(0, 2) })).id)
      if (i % 2) drive.clock.advance(1)
    }
    const unfinished = await drive.tasks.begin('ana', 'trash', { ids })
    const listed: string[] = []
    let token: string | undefined
    do {
      const page = await drive.tasks.list('ana', { state: 'ended', size: 2, token })
      listed.push(...page.tasks.map(({ id }) => id))
      token = page.nextPageToken
    } while (token !== undefined)
    expect(listed.toSorted()).toEqual(begun.toSorted())
    const { tasks } = await drive.tasks.list('ana', { ...all, state: 'open' })
    expect(tasks.map(({ id }) => id)).toEqual([unfinished.id])
    expect(await refusal(drive.tasks.list('ana', { ...all, token: 'x' }))).toBe('invalid_argument')

    drive.clock.advance(ENDED_KEPT_MS)
    await drive.cleanUp()
    expect((await drive.tasks.list('ana', all)).tasks.map(({ id }) => id)).toEqual([unfinished.id])
  })

  test.each(['copy', 'delete', 'trash'] as const)(
    'a long %s is done in several steps, also within the call that starts it',
    async (kind) => {
      const clock = new SlowClock()
      const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { clock })
      const { root_id } = await drive.drives.of('ana')
      const { nodes } = await plant(drive, 'ana', root_id, { folders: 4, files: 20 })
      const files = kind === 'trash' ? await fill(drive, 80) : []
      const inside = await drive.nodes.list('ana', 'root', { size: 200, token: undefined })
      const ids = files.length > 0 ? files : inside.nodes.map(({ id }) => id)
      const target = { parentId: 'root', conflict: 'rename' as const }
      clock.perLookMs = 1_000
      const begun = await drive.tasks.begin('ana', kind, {
        ids,
        ...(kind === 'copy' && target),
      } as never)
      expect(begun).toMatchObject({ phase: 'running' })
      expect(begun.done).toBeGreaterThan(0)
      clock.perLookMs = 50
      await drive.runner.run()
      expect(await drive.tasks.get('ana', begun.id)).toMatchObject({
        phase: 'complete',
        done: kind === 'trash' ? ids.length : nodes,
        failures: JSON.stringify({ count: 0, first: [] }),
      })
      expect(await findMiscounts(drive)).toEqual([])
    },
  )

  test("another person's task answers not_found", async () => {
    const drive = await open()
    const { id } = await drive.tasks.begin('ana', 'trash', { ids: ['x'] })
    expect(await refusal(drive.tasks.get('ben', id))).toBe('not_found')
    expect(await refusal(drive.tasks.cancel('ben', id))).toBe('not_found')
    expect((await drive.tasks.list('ben', all)).tasks).toEqual([])
  })
})

/** Time passes whenever somebody looks. */
class SlowClock extends ManualClock {
  perLookMs = 0

  override now(): number {
    this.advance(this.perLookMs)
    return super.now()
  }
}
