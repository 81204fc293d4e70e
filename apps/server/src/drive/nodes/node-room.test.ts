import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { joinDrive, refusal } from '../testing.ts'
import { NodeRoom } from './node-room.ts'

onEachDatabase((openDatabase) => {
  test('a drive takes no more files and folders than it may have, and again when some are gone', async () => {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { maxNodes: 10 })
    const add = (name: string, who = 'ana') =>
      drive.nodes.createFolder(who, { parentId: 'root', name, conflict: 'fail' })
    // With its root folder that is ten.
    const added = []
    for (let i = 1; i < 10; i++) added.push(await add(`${i}`))
    expect(await refusal(add('one too many'))).toBe('resource_exhausted')
    await add('another drive has room', 'ben')
    const ids = added.slice(0, 2).map(({ id }) => id)
    await drive.tasks.begin('ana', 'trash', { ids })
    await drive.tasks.begin('ana', 'delete', { ids })
    expect(await refusal(add('not counted again at once'))).toBe('resource_exhausted')
    drive.clock.advance(60_000)
    await add('there is room')
  })

  test('visitors of one link add so many a day, those of another link as many', async () => {
    const db = await openDatabase()
    const clock = new ManualClock(0)
    const room = new NodeRoom({ clock })
    const add = (grantId: string, visitorId: string, made: number) =>
      db.read((reader) => {
        const actor = { kind: 'visitor', grantId, epoch: 0, visitorId } as const
        return room.require(reader, { driveId: 'drive', actor, right: 'add' }, made)
      })
    for (let i = 0; i < 20; i++) await add('a', `visitor ${i}`, 5_000)
    expect(await refusal(add('a', 'the next', 1))).toBe('resource_exhausted')
    await add('b', 'the next', 1)
    clock.advance(86_400_000)
    await add('a', 'the next', 1)
  })
})
