import { checkRename } from '@awan/protocol/drive'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { CheckRename } from './check-rename.ts'

export function renameRoutes(check: CheckRename): DriveRoute[] {
  return [
    driveRoute(checkRename, 'edit', ({ access, body }) => check(access, body.renames), {
      changes: false,
    }),
  ]
}
