import { getAbout } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Drives } from './drives.ts'

export function driveRoutes(drives: Drives): Route[] {
  return [
    route(getAbout, { scope: 'drive' }, async ({ user }) => {
      const drive = await drives.of(user.sub)
      return {
        drive_id: drive.id,
        ...(drive.quota_bytes === null ? {} : { quota_limit: drive.quota_bytes }),
        quota_usage: drive.used_bytes,
        seq: drive.seq,
      }
    }),
  ]
}
