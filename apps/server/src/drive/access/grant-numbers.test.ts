import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { joinDrive } from '../testing.ts'
import { numberGrants } from './grant-numbers.ts'
import { createGrants, findGrantByNumber } from './grants.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const drive = joinDrive(await openDatabase(), createMemoryBlobStore())
    const grants = createGrants({ ...drive, random: systemRandom })
    const access = await drive.as('ana')
    const { id: nodeId } = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'trip',
      conflict: 'fail',
    })
    const share = (sub: string) =>
      grants.create(access, { nodeId, grantee: { kind: 'person', sub }, role: 'viewer' })
    const ids = [(await share('ben')).id, (await share('eva')).id]
    const { db } = drive
    const find = (number: number) => db.read((reader) => findGrantByNumber(reader, number))
    return { db, driveId: access.driveId, ids, find }
  }

  test('whoever asks at the same time gets the same number for a grant, which stays', async () => {
    const { db, driveId, ids, find } = await open()
    const ask = () => numberGrants({ db, random: systemRandom }, driveId, ids)
    const [first = new Map<string, number>(), ...others] = await Promise.all([ask(), ask(), ask()])
    for (const other of [...others, await ask()]) expect(other).toEqual(first)
    expect(new Set(first.values()).size).toBe(2)
    for (const [id, number] of first) {
      expect(number > 0 && number < 2 ** 31).toBe(true)
      expect(await find(number)).toMatchObject({ id, drive_id: driveId })
    }
  })

  test('a number that another grant has is not given twice', async () => {
    const { db, driveId, ids, find } = await open()
    const chosen = [6, 6, 6, 8]
    const random = { ...systemRandom, integer: () => chosen.shift() ?? 0 }
    const numbers = await numberGrants({ db, random }, driveId, ids)
    expect([...numbers.values()].sort()).toEqual([7, 9])
    expect(await find(8)).toBeUndefined()
    expect(await numberGrants({ db, random }, driveId, ['unknown'])).toEqual(new Map())
    expect(await numberGrants({ db, random }, driveId, [])).toEqual(new Map())
  })
})
