import { isAnonymousSub } from '@awan/protocol'
import {
  type AdminTeamDrive,
  appointManager,
  changeTeamDrive,
  createTeamDriveFor,
  listTeamDrives,
  removeTeamDrive,
} from '@awan/protocol/account'
import { createTeamDrive, deleteTeamDrive, renameTeamDrive } from '@awan/protocol/drive'
import type { People, PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import { type Caller, type Route, route, type SignedIn } from '../../http/route.ts'
import type { Note, TeamDrive, TeamDrives } from './team-drives.ts'

/** Who may make team drives. */
export type TeamDriveMakers = 'admins' | 'everybody'

/** Whether somebody is among the makers; creating a drive checks it again. */
export function createTeamDriveCheck({
  db,
  people,
  makers,
}: {
  db: Database
  people: PeopleDirectory
  makers: TeamDriveMakers
}): (user: SignedIn) => Promise<boolean> {
  return async ({ sub, byDeviceCode }) => {
    if (isAnonymousSub(sub)) return false
    if (makers === 'everybody') return true
    return !byDeviceCode && (await db.read((reader) => people.isAdministrator(reader, sub)))
  }
}

interface Parts {
  teamDrives: TeamDrives
  makers: TeamDriveMakers
  /** Bytes that a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
  people: Pick<People, 'note' | 'noteOwn'>
}

const DRIVE = { scope: ['drive'] } as const
const DRIVE_AGAIN = { scope: ['drive'], sudo: true } as const
const ADMIN = { admin: true } as const
const ADMIN_AGAIN = { admin: true, sudo: true } as const

export function teamDriveRoutes({ teamDrives, makers, defaultQuotaBytes, people }: Parts): Route[] {
  return [
    route(
      createTeamDrive,
      makers === 'everybody' ? DRIVE : ADMIN,
      async ({ body: { name }, user, caller }) => {
        const { sub } = user
        const drive = { name, managerSub: sub, quotaBytes: defaultQuotaBytes, makerSub: sub }
        const { id } = await teamDrives.create(drive, noteBy(user, caller))
        return { id, name }
      },
    ),

    route(renameTeamDrive, DRIVE, async ({ params, body: { name }, user, caller }) => {
      await teamDrives.rename(toPerson(user), params.id, name, noteBy(user, caller))
      return { id: params.id, name }
    }),

    route(deleteTeamDrive, DRIVE_AGAIN, async ({ params, query, user, caller }) => {
      await teamDrives.remove(toPerson(user), params.id, query.name, noteBy(user, caller))
      return {}
    }),

    route(listTeamDrives, ADMIN, async ({ query: { limit, page_token: after = '' } }) => {
      const found = await teamDrives.list({ after, limit })
      const last = found.length === limit ? found.at(-1) : undefined
      return {
        drives: found.map(toWire),
        ...(last && { next_page_token: last.drive.id }),
      }
    }),

    route(createTeamDriveFor, ADMIN_AGAIN, async ({ body, user, caller }) => {
      const { name, manager_sub: managerSub, quota_bytes } = body
      const quotaBytes = quota_bytes === undefined ? defaultQuotaBytes : (quota_bytes ?? undefined)
      const drive = { name, managerSub, quotaBytes, makerSub: user.sub }
      const { id } = await teamDrives.create(drive, noteByAdmin(user, caller))
      return { id, name }
    }),

    route(changeTeamDrive, ADMIN_AGAIN, async ({ params, body, user, caller }) => {
      const change = { name: body.name, quotaBytes: body.quota_bytes }
      return toWire(await teamDrives.change(params.id, change, noteByAdmin(user, caller)))
    }),

    route(appointManager, ADMIN_AGAIN, async ({ params, user, caller }) =>
      toWire(await teamDrives.appoint(params.id, params.sub, noteByAdmin(user, caller), user.sub)),
    ),

    route(removeTeamDrive, ADMIN_AGAIN, async ({ params, query, user, caller }) => {
      await teamDrives.removeAny(params.id, query.name, noteByAdmin(user, caller))
      return {}
    }),
  ]

  function noteBy({ sub }: { sub: string }, caller: Caller): Note {
    return (writer, type, data) => people.noteOwn(writer, { sub, caller }, type, data)
  }

  /** In the history of the drive, where it outlives the account of the administrator. */
  function noteByAdmin(admin: SignedIn, caller: Caller): Note {
    return (writer, type, data) => people.note(writer, type, data.drive_id, { admin, caller }, data)
  }
}

function toPerson({ sub, sessionId }: { sub: string; sessionId: string }) {
  return { kind: 'person', sub, sessionId } as const
}

function toWire({ drive, members, managers }: TeamDrive): AdminTeamDrive {
  return {
    id: drive.id,
    name: drive.name ?? '',
    used_bytes: drive.used_bytes,
    ...(drive.quota_bytes !== null && { quota_bytes: drive.quota_bytes }),
    members,
    managers,
    created_at: new Date(drive.created_at).toISOString(),
  }
}
