import { ROOT_ID } from '@awan/protocol'
import type { ReachedDrive } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { toPickPlaces } from './pick-places.ts'

const drive = (set: Partial<ReachedDrive>): ReachedDrive => ({
  id: 'd',
  kind: 'shared',
  name: 'Ana',
  own: false,
  owner: 'ana',
  role: 'viewer',
  tops: [],
  quota_usage: 0,
  grant_ids: [],
  ...set,
})
const top = (id: string, name: string, role: 'viewer' | 'contributor' | 'editor') =>
  ({ id, name, role, kind: 'folder' }) as const

test('files can be put into the own drive, into team drives, and into folders that others share', () => {
  const places = toPickPlaces(
    [
      drive({ id: 'own', kind: 'own', role: 'owner' }),
      drive({ id: 'anas', tops: [top('trip', 'Trip', 'editor'), top('plans', 'Plans', 'viewer')] }),
      drive({ id: 'choir', kind: 'team', name: 'Choir', tops: [top('root', '', 'contributor')] }),
    ],
    'My files',
  )
  expect(places).toEqual([
    { key: 'own', driveId: undefined, top: { id: ROOT_ID, name: 'My files' } },
    { key: 'choir root', driveId: 'choir', top: { id: 'root', name: 'Choir' } },
    { key: 'anas trip', driveId: 'anas', top: { id: 'trip', name: 'Trip' }, owner: 'Ana' },
  ])
})

test('a file that is shared alone takes nothing, and a folder that is shared twice is listed once', () => {
  const file = { ...top('plan', 'plan.txt', 'editor'), kind: 'file' } as const
  const twice = [top('trip', 'Trip', 'editor'), top('trip', 'Trip', 'contributor')]
  const places = toPickPlaces([drive({ tops: [file, ...twice] })], 'My files')
  expect(places.map(({ top }) => top.id)).toEqual([ROOT_ID, 'trip'])
})
