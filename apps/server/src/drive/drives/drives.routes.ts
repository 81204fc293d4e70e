import { getAbout } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import type { Drives } from './drives.ts'

export function driveRoutes(
  drives: Drives,
  { trashTtlMs }: { /** How long things stay in the trash. */ trashTtlMs: number },
): Route[] {
  return [
    route(getAbout, { scope: 'drive' }, async ({ user }) => {
      const drive = await drives.of(user.sub)
      return {
        drive_id: drive.id,
        ...(drive.quota_bytes === null ? {} : { quota_limit: drive.quota_bytes }),
        quota_usage: drive.used_bytes,
        seq: drive.seq,
        trash_days: trashTtlMs / DAY_MS,
      }
    }),
  ]
}

const DAY_MS = 86_400_000
