import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { NodeRow } from '../../db/tables.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { plantedNode } from '../nodes/testing.ts'
import { joinDrive, type TestDrive } from '../testing.ts'
import { toIsNamed } from './to-is-named.ts'

const ALL = { size: 100, token: undefined }

/** Rows, as other calls leave them. */
async function fill(drive: TestDrive, entries: readonly (Partial<NodeRow> & { id: string })[]) {
  const { id: drive_id, root_id: parent_id } = await drive.drives.of('ana')
  const rows = entries.map((entry) => {
    const kind = entry.kind ?? 'file'
    return {
      ...plantedNode({ drive_id, parent_id, name: entry.id, now: 0, ...entry, kind }),
      ...entry,
    }
  })
  await drive.db.write((writer) => writer.insertInto('nodes').values(rows).execute())
}

const thrownAway = (at: number, from: string): Partial<NodeRow> => ({
  parent_id: null,
  trashed_at: at,
  trashed_from: from,
})

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('the trash is searched by parts of names in any order, and not inside of folders', async () => {
    const drive = await open()
    const { root_id: rootId } = await drive.drives.of('ana')
    await fill(drive, [
      { id: 'Annual Report.pdf', ...thrownAway(1, rootId) },
      {
        id: 'report_annual.txt',
        ...thrownAway(3, rootId),
        search_name: 'report annual\u0001txt',
      },
      { id: 'Caf\u00e9', kind: 'folder', ...thrownAway(2, rootId) },
      { id: 'annual inside.txt', parent_id: 'Caf\u00e9' },
      { id: 'annual kept.txt' },
    ])
    const find = async (words: string) => {
      const { nodes } = await drive.lists.trash('ana', ALL, toIsNamed(words))
      return nodes.map(({ node }) => node.id)
    }
    expect(await find('ANNUAL rep')).toEqual(['report_annual.txt', 'Annual Report.pdf'])
    expect(await find('nnual')).toEqual(['report_annual.txt', 'Annual Report.pdf'])
    expect(await find('cafe')).toEqual(['Caf\u00e9'])
    expect(await find('nothing')).toEqual([])
    expect(await find('!')).toEqual([])
    expect(await find('  ')).toHaveLength(3)
  })

  test('a search in a large trash looks at so many names for a page, and pages give each once', async () => {
    const drive = await open()
    const { id: drive_id, root_id } = await drive.drives.of('ana')
    const count = 6_000
    const rows = Array.from({ length: count }, (_, n) => {
      const name = n % 1_500 === 0 ? `sea ${n}.txt` : `${n}.txt`
      const node = {
        drive_id,
        id: `n${n}`,
        parent_id: root_id,
        kind: 'file',
        name,
        now: 0,
      } as const
      return { ...plantedNode(node), ...thrownAway(n + 1, root_id) }
    })
    await drive.db.write(async (writer) => {
      for (let at = 0; at < count; at += 500) {
        await writer
          .insertInto('nodes')
          .values(rows.slice(at, at + 500))
          .execute()
      }
    })
    const first = await drive.lists.trash('ana', { size: 2, token: undefined }, toIsNamed('sea'))
    expect(first.nodes.map(({ node }) => node.id)).toEqual(['n4500', 'n3000'])
    const next = await drive.lists.trash(
      'ana',
      { size: 2, token: first.nextPageToken },
      toIsNamed('sea'),
    )
    expect(next.nodes.map(({ node }) => node.id)).toEqual(['n1500', 'n0'])
    const none = await drive.lists.trash(
      'ana',
      { size: 50, token: undefined },
      toIsNamed('mountain'),
    )
    expect(none.nodes).toEqual([])
    const end = await drive.lists.trash(
      'ana',
      { size: 50, token: none.nextPageToken },
      toIsNamed('mountain'),
    )
    expect(end).toMatchObject({ nodes: [], nextPageToken: undefined })
  })
})
