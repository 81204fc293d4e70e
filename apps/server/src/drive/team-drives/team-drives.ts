import { isAnonymousSub } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Random } from '../../kernel/id.ts'
import { type Access, systemAccess } from '../access/access.ts'
import type { Person } from '../access/actor.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import {
  countGrantsOn,
  type Grantee,
  type Grants,
  listManagers,
  parseGrantee,
  toGranteeText,
} from '../access/grants.ts'
import { isLivingGrantee } from '../access/living-manager.ts'
import { requireWhole } from '../access/open-node.ts'
import { isTeamDrive, teamOwner } from '../access/team-drive.ts'
import { removeRows } from '../account-files/remove-drive.ts'
import {
  countMadeBy,
  listDeletedDrives,
  listTeamDrives,
  markDeleted,
  renameDrive,
} from '../drives/drive-rows.ts'
import { insertNewDrive } from '../drives/own-drive.ts'
import { MAX_TOLD, type Tell } from '../inbox/tell.ts'
import { hasNodes } from '../nodes/tree.ts'
import { setQuota } from '../quota/quotas.ts'

/** A team drive, as administrators see it: nothing of what is in it. */
export interface TeamDrive {
  drive: DriveRow
  /** Grants on the whole drive. */
  members: number
  /** The active people, and the groups with some, that manage it; none after the last of them was frozen or deleted. */
  managers: { kind: 'person' | 'group'; id: string; name: string }[]
}

/** Writes down what was done, in the same transaction. */
export type Note = (
  writer: Writer,
  type: TeamDriveEvent,
  data: { drive_id: string } & Record<string, unknown>,
) => Promise<void>

export type TeamDriveEvent =
  | 'team_drive.created'
  | 'team_drive.changed'
  | 'team_drive.manager_appointed'
  | 'team_drive.removed'

export interface TeamDriveChange {
  name?: string | undefined
  /** Null is no limit. */
  quotaBytes?: number | null | undefined
}

/** Drives that belong to nobody. Managers change and delete theirs; administrators care for all of them. */
export interface TeamDrives {
  /** With its first manager. */
  create(
    drive: { name: string; managerSub: string; quotaBytes: number | undefined; makerSub?: string },
    note: Note,
  ): Promise<DriveRow>
  /** For a manager. */
  rename(person: Person, driveId: string, name: string, note: Note): Promise<void>
  /** For a manager. What is not empty is deleted only with its name. */
  remove(person: Person, driveId: string, name: string | undefined, note: Note): Promise<void>
  list(page: { after: string; limit: number }): Promise<TeamDrive[]>
  change(driveId: string, change: TeamDriveChange, note: Note): Promise<TeamDrive>
  /** Also where nobody manages it any more; all who do are told. `actorSub` is the administrator who appoints. */
  appoint(driveId: string, sub: string, note: Note, actorSub?: string): Promise<TeamDrive>
  removeAny(driveId: string, name: string, note: Note): Promise<void>
  readonly chores: Chore[]
}

export interface TeamDrivesOptions {
  db: Database
  blobs: BlobStore
  drives: Drives
  grants: Grants
  tell: Pick<Tell, 'people'>
  people: PeopleDirectory
  clock: Clock
  random: Random
  /** How many a person who is no administrator may have made. */
  teamDrivesEach?: number | undefined
}

export const TEAM_DRIVES_EACH = 10

export function createTeamDrives(options: TeamDrivesOptions): TeamDrives {
  const { db, blobs, drives, grants, tell, people, teamDrivesEach = TEAM_DRIVES_EACH } = options

  return {
    async create({ name, managerSub, quotaBytes, makerSub }, note) {
      return db.write(async (writer) => {
        await requirePerson(writer, managerSub)
        const drive = await insertNewDrive(options, writer, (id) => ({
          owner_sub: teamOwner(id),
          name,
          made_by: makerSub ?? null,
          quota_bytes: quotaBytes ?? null,
        }))
        if (!drive) throw new Error('a new team drive was there already')
        // Counted with it: new drives are made one after the other, so that two at once do not pass.
        if (makerSub !== undefined) await requireFewMade(writer, makerSub)
        await grants.addManager(writer, drive, managerSub, makerSub)
        const data = { drive_id: drive.id, name, manager_sub: managerSub }
        await note(writer, 'team_drive.created', data)
        return drive
      })
    },

    rename: (person, driveId, name, note) =>
      asManager(person, driveId, async ({ writer, drive }) => {
        await renameDrive(writer, drive.id, name)
        const data = { drive_id: drive.id, name, was: drive.name }
        await note(writer, 'team_drive.changed', data)
      }),

    remove: (person, driveId, name, note) =>
      asManager(person, driveId, (transaction) => markAsDeleted(transaction, name, note)),

    list: (page) => db.read(async (reader) => describe(reader, await listTeamDrives(reader, page))),

    change: (driveId, { name, quotaBytes }, note) =>
      asServer(driveId, async ({ writer, drive }) => {
        if (name !== undefined) await renameDrive(writer, drive.id, name)
        if (quotaBytes !== undefined) await setQuota(writer, drive.id, quotaBytes ?? undefined)
        const set = {
          ...(name !== undefined && { name }),
          ...(quotaBytes !== undefined && { quota_bytes: quotaBytes }),
        }
        await note(writer, 'team_drive.changed', { drive_id: drive.id, was: drive.name, ...set })
        return describeOne(writer, {
          ...drive,
          name: name ?? drive.name,
          quota_bytes: quotaBytes === undefined ? drive.quota_bytes : quotaBytes,
        })
      }),

    appoint: (driveId, sub, note, actorSub) =>
      asServer(driveId, async (transaction) => {
        const { writer, drive, now } = transaction
        await requirePerson(writer, sub)
        const before = await findManagers(writer, drive)
        if (sub === actorSub) await refuseWhereManaged(writer, before)
        const grantee = { kind: 'person', sub } as const
        const grant = { nodeId: drive.root_id, grantee, role: 'manager', actorSub } as const
        await grants.createIn(transaction, grant)
        const told = before.has(sub) ? [] : [...before].filter((manager) => manager !== actorSub)
        await tell.people(writer, told.slice(0, MAX_TOLD), {
          kind: 'manager_appointed',
          driveId: drive.id,
          nodeId: drive.root_id,
          at: now,
          actorSub,
        })
        const data = { drive_id: drive.id, name: drive.name, manager_sub: sub }
        await note(writer, 'team_drive.manager_appointed', data)
        return describeOne(writer, drive)
      }),

    removeAny: (driveId, name, note) =>
      asServer(driveId, (transaction) => markAsDeleted(transaction, name, note)),

    chores: [{ name: 'remove deleted drives', everyMs: 60_000, run: removeDeleted }],
  }

  function asManager<T>(
    person: Person,
    driveId: string,
    work: (transaction: DriveTransaction) => Promise<T>,
  ): Promise<T> {
    return inTeamDrive({ driveId, actor: person, right: 'own' }, work)
  }

  function asServer<T>(
    driveId: string,
    work: (transaction: DriveTransaction) => Promise<T>,
  ): Promise<T> {
    return inTeamDrive(systemAccess(driveId), work)
  }

  function inTeamDrive<T>(
    access: Access,
    work: (transaction: DriveTransaction) => Promise<T>,
  ): Promise<T> {
    return drives.transact(access, async (transaction) => {
      const { drive } = transaction
      if (!isTeamDrive(drive) || drive.deleted_at !== null) throw unknownTeamDrive()
      requireWhole(drive, 'own')
      return work(transaction)
    })
  }

  async function markAsDeleted(
    { writer, drive, now }: DriveTransaction,
    name: string | undefined,
    note: Note,
  ): Promise<void> {
    if (name !== drive.name && (name !== undefined || (await hasNodes(writer, drive)))) {
      throw new ServiceError('failed_precondition', {
        description: 'the drive is deleted with everything in it: give its exact name as name',
      })
    }
    await markDeleted(writer, drive.id, now)
    await note(writer, 'team_drive.removed', { drive_id: drive.id, name: drive.name })
  }

  /** In small steps, as the drive of a person; one that was interrupted is taken up again. */
  async function removeDeleted(): Promise<void> {
    for (;;) {
      const deleted = await db.read((reader) => listDeletedDrives(reader, DRIVES_AT_ONCE))
      for (const { id } of deleted) await removeRows({ db, blobs }, id)
      if (deleted.length < DRIVES_AT_ONCE) return
    }
  }

  async function requireFewMade(writer: Writer, sub: string): Promise<void> {
    if ((await countMadeBy(writer, sub)) <= teamDrivesEach) return
    if (await people.isAdministrator(writer, sub)) return
    throw new ServiceError('resource_exhausted', {
      description: `a person may have created at most ${teamDrivesEach} team drives: delete one, or ask an administrator`,
      details: [
        {
          '@type': ERROR_INFO,
          reason: 'too_many_team_drives',
          domain: 'drive',
          metadata: { most: String(teamDrivesEach) },
        },
      ],
    })
  }

  /** The people who manage a drive, by themselves or in a group. */
  async function findManagers(reader: Reader, drive: DriveRow): Promise<Set<string>> {
    const managers = new Set<string>()
    for (const { grantee } of await listManagers(reader, [drive])) {
      const known = parseGrantee(grantee)
      if (known.kind === 'person') managers.add(known.sub)
      if (known.kind !== 'group') continue
      for (const sub of await people.peopleIn(reader, known.groupId)) managers.add(sub)
    }
    return managers
  }

  /** What is in a drive is the matter of those who manage it. */
  async function refuseWhereManaged(reader: Reader, managers: ReadonlySet<string>): Promise<void> {
    for (const sub of managers) {
      if (!(await people.isActive(reader, sub))) continue
      throw new ServiceError('failed_precondition', {
        description:
          'sub: an administrator cannot appoint themselves while somebody manages the drive; ask a manager, or appoint somebody else',
      })
    }
  }

  async function requirePerson(reader: Reader, sub: string): Promise<void> {
    if (!isAnonymousSub(sub) && (await people.isActive(reader, sub))) return
    throw new ServiceError('invalid_argument', {
      description: 'manager_sub: there is no such person, or they have no account of their own',
    })
  }

  async function describeOne(reader: Reader, row: DriveRow): Promise<TeamDrive> {
    const [described] = await describe(reader, [row])
    if (!described) throw unknownTeamDrive()
    return described
  }

  async function describe(reader: Reader, rows: readonly DriveRow[]): Promise<TeamDrive[]> {
    const found = (await listManagers(reader, rows)).map(({ drive_id, grantee }) => ({
      drive_id,
      grantee: parseGrantee(grantee),
    }))
    const persons = found.flatMap(({ grantee }) => (grantee.kind === 'person' ? grantee.sub : []))
    const groups = found.flatMap(({ grantee }) => (grantee.kind === 'group' ? grantee.groupId : []))
    const names = new Map([
      ...(await people.describePeople(reader, persons)).map(
        ({ sub, name }) => [sub, name] as const,
      ),
      ...(await people.describeGroups(reader, groups)).map(({ id, name }) => [id, name] as const),
    ])
    const described: TeamDrive[] = []
    for (const drive of rows) {
      const living = new Set<Grantee>()
      for (const { drive_id, grantee } of found) {
        if (drive_id !== drive.id) continue
        if (await isLivingGrantee(reader, people, toGranteeText(grantee))) living.add(grantee)
      }
      const managers = found
        .filter(({ grantee }) => living.has(grantee))
        .flatMap(({ grantee }) => {
          if (grantee.kind !== 'person' && grantee.kind !== 'group') return []
          const id = grantee.kind === 'person' ? grantee.sub : grantee.groupId
          return { kind: grantee.kind, id, name: names.get(id) ?? '' }
        })
      const members = await countGrantsOn(reader, drive.id, drive.root_id)
      described.push({ drive, members, managers })
    }
    return described
  }
}

const DRIVES_AT_ONCE = 20

function unknownTeamDrive(): ServiceError {
  return new ServiceError('not_found', { description: 'no such drive' })
}
