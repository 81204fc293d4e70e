import type { Share } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { toLostFiles } from './lost-files.ts'

function share(drive_id: string, id: string, name: string): Share {
  return {
    file: { id, name: `file ${id}`, kind: 'folder', size: 0 },
    grant: {
      id: `${id} ${name}`,
      drive_id,
      file_id: id,
      grantee: { kind: 'person', sub: name, name },
      role: 'viewer',
      created_by: { sub: 'me', name: 'Me' },
      created_time: '2026-01-01T00:00:00Z',
      effect: 'full',
    },
  }
}

test('a folder that is shared with several is listed once, with all of them', () => {
  const lost = toLostFiles(
    [share('own', 'a', 'Ana'), share('own', 'b', 'Ben'), share('own', 'a', 'Citra')],
    'own',
  )
  expect(
    lost.map(({ file, grantees }) => [file.id, grantees.map((one) => 'name' in one && one.name)]),
  ).toEqual([
    ['a', ['Ana', 'Citra']],
    ['b', ['Ben']],
  ])
})

test('what is shared in another drive carries the id of that drive, even where the ids of files are equal', () => {
  const lost = toLostFiles([share('own', 'a', 'Ana'), share('team', 'a', 'Ana')], 'own')
  expect(lost.map(({ driveId }) => driveId)).toEqual([undefined, 'team'])
})
