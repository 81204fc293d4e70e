import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { openInside, readInside } from './inside.ts'

onEachDatabase((openDatabase) => {
  test('a step of a task passes a limited number of what others have added to a drop folder', async () => {
    const db = await openDatabase()
    const drive = joinDrive(db, createMemoryBlobStore())
    const own = await drive.drives.of('ana')
    await insertManyFiles(db, own, 10_500)
    const grantee = { kind: 'person', sub: 'ben' } as const
    const grants = createGrants({ ...drive, random: systemRandom })
    await grants.create(await drive.as('ana'), { nodeId: own.root_id, role: 'drop', grantee })
    const actor = { kind: 'person', sub: 'ben', sessionId: 'ben' } as const
    const access: Access = { driveId: own.id, actor, right: 'view' }
    const pages = await drive.drives.read(access, async (reader, opened) => {
      const whole = { folderId: own.root_id, filter: { kind: 'file' as const } }
      const inside = await openInside(reader, opened, whole)
      const read = (token: string | undefined) =>
        readInside(reader, opened, inside, { size: 10, token })
      const first = await read(undefined)
      return [first, await read(first.nextPageToken)]
    })
    expect(pages).toEqual([
      { nodes: [], nextPageToken: expect.any(String) },
      { nodes: [], nextPageToken: undefined },
    ])
  })
})
