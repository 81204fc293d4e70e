import { endLocks, listLocks } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Locks } from './locks.ts'

export function lockRoutes(locks: Locks): DriveRoute[] {
  return [
    driveRoute(
      listLocks,
      'view',
      async ({ access, params }) => ({ locks: await locks.list(access, params.id) }),
      { forPeople: true },
    ),
    driveRoute(
      endLocks,
      'edit',
      async ({ access, params }) => ({ ended: await locks.end(access, params.id) }),
      { forPeople: true },
    ),
  ]
}
