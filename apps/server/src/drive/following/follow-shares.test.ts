import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { type Grantee, tellGrantees } from '../access/grants.ts'
import { joinDrive } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { followShares } from './follow-shares.ts'

onEachDatabase((openDatabase) => {
  test('whoever joins a group is told of what is shared with it from then on, and with groups above it', async () => {
    const groups = new Set<string>()
    const people = { ...everybody, groupsOf: async () => [...groups] }
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
    const { db, signals } = drive
    onTestFinished(() => signals[Symbol.asyncDispose]())
    const told: number[] = []
    const end = await followShares(
      { people, signals, read: (work) => db.read(work) },
      'ben',
      (seq) => told.push(seq),
    )
    const tell = (grantee: Grantee) =>
      db.write((writer) => tellGrantees(writer, [grantee], signals.tell))
    const news = async (grantee: Grantee) => {
      const before = told.at(-1) ?? 0
      await tell(grantee)
      await expect.poll(() => told.at(-1)).toBeGreaterThan(before)
    }
    const crew = { kind: 'group', groupId: 'crew' } as const
    await tell(crew)
    expect(told).toHaveLength(1)
    groups.add('crew')
    await news({ kind: 'person', sub: 'ben' })
    // The seqs of the group count as soon as it is watched.
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(3)
    await news(crew)
    groups.add('all')
    await news(crew)
    await news({ kind: 'group', groupId: 'all' })
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    end()
    const count = told.length
    await tell(crew)
    expect(told).toHaveLength(count)
  })
})
