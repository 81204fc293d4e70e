import { getAbout, listDrives } from '@awan/protocol/drive'
import { type Route, route, type SignedIn } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Drives } from '../access/drives.ts'
import type { Reached } from '../access/reached.ts'
import { toldQuota } from '../access/told-quota.ts'

export function driveRoutes(
  drives: Drives,
  { trashTtlMs }: { /** How long things stay in the trash. */ trashTtlMs: number },
): DriveRoute[] {
  return [
    driveRoute(getAbout, 'view', ({ access }) =>
      drives.read(access, async (_reader, drive) => ({
        drive_id: drive.id,
        ...(drive.name === null ? {} : { name: drive.name }),
        ...(drive.reach.rootId === undefined ? {} : { root_id: drive.reach.rootId }),
        role: drive.reach.role,
        ...toldQuota(drive),
        seq: drive.seq,
        trash_days: trashTtlMs / DAY_MS,
      })),
    ),
  ]
}

/** What a person reaches is asked of no single drive. */
export function reachedRoutes(
  reached: Reached,
  canCreateTeamDrives: (user: SignedIn) => Promise<boolean>,
  { mayFetch }: { mayFetch(sub: string): boolean },
): Route[] {
  return [
    route(listDrives, { scope: ['drive', 'drive.read'] }, async ({ user }) => ({
      drives: await reached.list({ kind: 'person', sub: user.sub, sessionId: user.sessionId }),
      can_create_team_drives: await canCreateTeamDrives(user),
      can_fetch: mayFetch(user.sub),
    })),
  ]
}

const DAY_MS = 86_400_000
