import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { readZip } from '../../kernel/zip/testing.ts'
import { setQuota } from '../quota/quotas.ts'
import { joinDrive, refusal, someBytes, type TestDrive } from '../testing.ts'
import { findMiscounts } from '../testing-tree.ts'
import type { NewZip } from './compressing.ts'

/** More than the units in which an upload receives. */
const LARGE = someBytes(5 * BLOCK_BYTES + 12_345)
const SMALL = Buffer.from('hello')

onEachDatabase((openDatabase) => {
  /** A folder with two files, and steps that are over at once. */
  async function open(options: { quotaBytes?: number } = {}) {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), {
      partMs: 0,
      ...options,
    })
    const trip = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'trip',
      conflict: 'fail',
    })
    await drive.upload('ana', 'large.bin', LARGE, { parentId: trip.id })
    const small = await drive.upload('ana', 'small.txt', SMALL, { parentId: trip.id })
    return { drive, trip, small }
  }

  async function begin(drive: TestDrive, zip: Partial<NewZip> & Pick<NewZip, 'ids'>, key = 'key') {
    const wanted = { parentId: 'root', name: undefined, conflict: 'rename', ...zip } as const
    return drive.compressing.begin(drive.tasks as never, await drive.as('ana'), wanted, key)
  }

  async function ended(drive: TestDrive, id: string) {
    const row = await drive.tasks.get('ana', id)
    return { ...row, failures: JSON.parse(row.failures).first as Record<string, string>[] }
  }

  async function listFiles(drive: TestDrive) {
    return (await drive.nodes.list('ana', 'root', { size: 50, token: undefined })).nodes
  }

  async function unpack(drive: TestDrive, id: string) {
    const content = await drive.downloads.open('ana', id)
    const files = readZip(await buffer(await content.read()))
    return Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]))
  }

  test('a folder becomes a ZIP file beside it, with all that is in it', async () => {
    const { drive, trip } = await open()
    const { id } = await begin(drive, { ids: [trip.id] })
    await drive.runner.run()
    expect(await ended(drive, id)).toMatchObject({ phase: 'complete', done: 1, failures: [] })
    const zip = (await listFiles(drive)).find(({ name }) => name === 'trip.zip')
    expect(zip).toMatchObject({ kind: 'file', mime_type: 'application/zip' })
    const files = await unpack(drive, zip?.id ?? '')
    expect(Object.keys(files)).toEqual(['trip/', 'trip/large.bin', 'trip/small.txt'])
    expect(files['trip/large.bin']?.equals(LARGE)).toBe(true)
    expect(files['trip/small.txt']).toEqual(SMALL)
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('it has what was there when it was asked for, and tells how far it is', async () => {
    const { drive, trip, small } = await open()
    const { id } = await begin(drive, { ids: [trip.id] })
    await drive.tasks.begin('ana', 'trash', { ids: [small.id] })
    await drive.stepOnce()
    const { cursor } = await drive.tasks.get('ana', id)
    const { bytes } = JSON.parse(cursor ?? '{}') as { bytes: { done: number; total: number } }
    expect(bytes.done).toBeGreaterThan(0)
    expect(bytes.done).toBeLessThan(bytes.total)
    await drive.runner.run()
    const zip = (await listFiles(drive)).find(({ name }) => name === 'trip.zip')
    expect(Object.keys(await unpack(drive, zip?.id ?? ''))).toContain('trip/small.txt')
  })

  test('several files are called after nothing, one can be named, and a name that is taken gets a number or refuses', async () => {
    const { drive, trip, small } = await open()
    const ids = [trip.id, small.id]
    let keys = 0
    for (const zip of [{ ids }, { ids }, { ids: [small.id], name: 'Post.zip' }]) {
      await begin(drive, zip, JSON.stringify(keys++))
    }
    await drive.runner.run()
    expect((await listFiles(drive)).map(({ name }) => name).sort()).toEqual([
      'Post.zip',
      'files (2).zip',
      'files.zip',
      'trip',
    ])
    const again = begin(drive, { ids, name: 'Post.zip', conflict: 'fail' }, 'another key')
    expect(await refusal(again)).toBe('already_exists')
  })

  test('what does not fit into the quota is refused before anything is stored', async () => {
    const { drive, trip } = await open({ quotaBytes: LARGE.length + 1_000_000 })
    expect(await refusal(begin(drive, { ids: [trip.id] }))).toBe('resource_exhausted')
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('a quota that shrinks meanwhile ends the task, and nothing is left of the file', async () => {
    const { drive, trip } = await open({ quotaBytes: 10 * LARGE.length })
    const { id } = await begin(drive, { ids: [trip.id] })
    const { driveId } = await drive.as('ana')
    await drive.db.write((writer) => setQuota(writer, driveId, LARGE.length))
    await drive.runner.run()
    expect(await ended(drive, id)).toMatchObject({
      phase: 'failed',
      failures: [{ error: 'resource_exhausted', name: 'trip.zip' }],
    })
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['trip'])
    expect(await findMiscounts(drive)).toEqual([])
  })

  test('a process that is stopped in the middle leaves the rest to the next one', async () => {
    const { drive, trip } = await open()
    const { id } = await begin(drive, { ids: [trip.id] })
    for (let step = 0; step < 20; step++) {
      await drive.stepOnce()
      drive.clock.advance(60_000)
      if ((await drive.tasks.get('ana', id)).ended_at !== null) break
    }
    expect(await ended(drive, id)).toMatchObject({ phase: 'complete' })
    const zip = (await listFiles(drive)).find(({ name }) => name === 'trip.zip')
    const files = await unpack(drive, zip?.id ?? '')
    expect(files['trip/large.bin']?.equals(LARGE)).toBe(true)
  })

  test('cancelled, it leaves nothing; undone, the file is in the trash', async () => {
    const { drive, trip } = await open()
    const { id } = await begin(drive, { ids: [trip.id] })
    await drive.stepOnce()
    await drive.tasks.cancel('ana', id)
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['trip'])
    expect(await findMiscounts(drive)).toEqual([])

    const second = await begin(drive, { ids: [trip.id] }, 'another key')
    expect(await refusal(drive.tasks.begin('ana', 'undo', { taskId: second.id }))).toBe(
      'failed_precondition',
    )
    await drive.runner.run()
    await drive.tasks.begin('ana', 'undo', { taskId: second.id })
    await drive.runner.run()
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['trip'])
  })

  test('a folder that is in the trash by the end takes no file', async () => {
    const { drive, trip } = await open()
    const target = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'out',
      conflict: 'fail',
    })
    const { id } = await begin(drive, { ids: [trip.id], parentId: target.id })
    await drive.tasks.begin('ana', 'trash', { ids: [target.id] })
    await drive.runner.run()
    expect(await ended(drive, id)).toMatchObject({
      phase: 'failed',
      failures: [{ error: 'failed_precondition' }],
    })
    expect(await findMiscounts(drive)).toEqual([])
  })
})
