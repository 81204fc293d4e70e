import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Reader } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { findMiscounts, plant } from '../testing-tree.ts'

onEachDatabase((openDatabase) => {
  test.each(['delete', 'empty'] as const)(
    'what was deleted goes for good and frees its room, also where whoever deleted it is let in no more: %s',
    async (kind) => {
      const active = new Set(['ana'])
      const people = {
        ...everybody,
        isActive: async (_reader: Reader, sub: string) => active.has(sub),
      }
      const drive = joinDrive(await openDatabase(), createMemoryBlobStore(), { people })
      const folder = (name: string) =>
        drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })
      const [doomed, kept] = [await folder('doomed'), await folder('kept')]
      await plant(drive, 'ana', doomed.id, { folders: 4, files: 300 })
      const { id, phase } =
        kind === 'delete'
          ? await drive.tasks.begin('ana', 'delete', { ids: [doomed.id] })
          : await drive.tasks
              .begin('ana', 'trash', { ids: [doomed.id] })
              .then(() => drive.tasks.begin('ana', 'empty', {}))
      expect(phase).toBe('running')
      active.delete('ana')
      await drive.runner.run()
      expect((await drive.tasks.get('ana', id)).phase).toBe('failed')
      const { root_id, used_bytes } = await drive.drives.of('ana')
      const left = await drive.db.read((reader) =>
        reader.selectFrom('nodes').select('id').execute(),
      )
      expect(left.map((node) => node.id).toSorted()).toEqual([kept.id, root_id].toSorted())
      expect(used_bytes).toBe(0)
      expect(await findMiscounts(drive)).toEqual([])
      const open = await drive.db.read((reader) =>
        reader.selectFrom('tasks').select('id').where('ended_at', 'is', null).execute(),
      )
      expect(open).toEqual([])
    },
  )
})
