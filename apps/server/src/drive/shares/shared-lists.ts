import type { Share, ShareWithMe } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OwnDrive } from '../access/accesses.ts'
import { createSetAlias, listAliasesOf } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import {
  type Grants,
  listGrantsOfCreator,
  listGrantsOfGrantees,
  listManagedBy,
} from '../access/grants.ts'
import { hasLivingManager } from '../access/living-manager.ts'
import { openNodes } from '../access/open-node.ts'
import { findEffects, granteesOf } from '../access/resolve-tops.ts'
import { allows, NO_RIGHTS } from '../access/rights.ts'
import { isTeamDrive } from '../access/team-drive.ts'
import type { TellSeq } from '../changes/signals.ts'
import { parseTimeToken, type TimeKey, toTimeToken } from '../time-token.ts'
import { describeGrants, describeOwner } from './describe-grants.ts'

interface Page {
  size: number
  token: string | undefined
}

interface Sharer {
  sub: string
}

/** What a person was given, and what they gave, in all drives; the latest first. */
export interface SharedLists {
  withMe(
    person: Sharer,
    page: Page,
  ): Promise<{ shares: ShareWithMe[]; next_page_token?: string | undefined }>
  byMe(
    person: Sharer,
    page: Page,
  ): Promise<{ shares: Share[]; next_page_token?: string | undefined }>
  /** What ends for others with the account of the person, and the team drives that nobody else manages. */
  losses(person: Sharer, page: Page): Promise<Losses>
  /** Gives up what was given to the person themselves. */
  leave(person: Sharer, grant: { driveId: string; grantId: string }): Promise<void>
  /** A name that only the person sees; null takes it away. */
  rename(
    person: Sharer,
    grant: { driveId: string; grantId: string },
    alias: string | null,
  ): Promise<void>
}

export interface Losses {
  shares: Share[]
  team_drives: { id: string; name: string }[]
  next_page_token?: string | undefined
}

export interface SharedListsOptions {
  db: Database
  clock: Clock
  people: PeopleDirectory
  drives: Drives
  ownDrive: OwnDrive
  grants: Grants
  tellSeq?: TellSeq | undefined
}

export function createSharedLists(options: SharedListsOptions): SharedLists {
  const { db, clock, people, drives, ownDrive, grants } = options
  const setAlias = createSetAlias(options)

  /** Each as its person sees it now; what they do not see is left out. */
  async function describe(person: Sharer, rows: readonly GrantRow[]): Promise<ShareWithMe[]> {
    const byDrive = Map.groupBy(rows, ({ drive_id }) => drive_id)
    const found = new Map<string, ShareWithMe>()
    for (const [driveId, some] of byDrive) {
      for (const share of await describeIn(person, driveId, some)) found.set(share.grant.id, share)
    }
    return rows.flatMap(({ id }) => found.get(id) ?? [])
  }

  async function describeIn(
    { sub }: Sharer,
    driveId: string,
    rows: readonly GrantRow[],
  ): Promise<ShareWithMe[]> {
    const access = { driveId, actor: { kind: 'person', sub }, right: 'view' } as const
    try {
      return await drives.read(access, async (reader, drive) => {
        const nodes = await openNodes(
          reader,
          drive,
          rows.map(({ node_id }) => node_id),
        )
        const effects = await findEffects({ reader, people, now: clock.now() }, drive, rows)
        const listed = rows.map((row, at) => ({
          ...row,
          effect: effects[at] ?? 'none',
          inheritedFrom: undefined,
        }))
        const owner = await describeOwner(reader, people, drive)
        const described = await describeGrants(reader, people, listed)
        return described.flatMap((grant) => {
          const node = nodes.get(grant.file_id)
          // A team drive as a whole is a drive of its members, and listed as one.
          if (!node || (isTeamDrive(drive) && node.id === drive.root_id)) return []
          const { id, name, kind, size, mime_type } = node
          const file = { id, name, kind, size, ...(mime_type !== null && { mime_type }) }
          return { grant, file, owner }
        })
      })
    } catch (error) {
      // A grant may be there and open nothing: its folder is in the trash, or its granter has lost the right.
      if (isServiceError(error, 'not_found')) return []
      throw error
    }
  }

  /** Undefined where somebody else manages it too, or where it is no team drive. */
  async function findOnlyManaged(sub: string, driveId: string) {
    const access = { driveId, actor: { kind: 'person', sub }, right: 'view' } as const
    try {
      return await drives.read(access, async (reader, drive) => {
        const isManaged = drive.name !== null && allows(drive.reach.whole ?? NO_RIGHTS, 'own')
        if (!isManaged) return undefined
        if (await hasLivingManager(reader, people, drive, { exceptSub: sub })) return undefined
        return { id: drive.id, name: drive.name ?? '' }
      })
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  async function withAliases({ sub }: Sharer, shares: ShareWithMe[]): Promise<ShareWithMe[]> {
    const aliases = await db.read((reader) => listAliasesOf(reader, sub))
    const byGrant = new Map(aliases.map(({ grantId, alias }) => [grantId, alias]))
    return shares.map((share) => {
      const alias = byGrant.get(share.grant.id)
      return alias === undefined ? share : { ...share, alias }
    })
  }

  const lists: SharedLists = {
    async withMe(person, { size, token }) {
      const { id: ownId } = await ownDrive(person.sub)
      const rows = await db.read(async (reader) => {
        const grantees = await granteesOf(reader, people, person.sub)
        const after = parsePlace(token, 'with')
        return listGrantsOfGrantees(reader, grantees, { after, limit: size, now: clock.now() })
      })
      const others = rows.filter(({ drive_id }) => drive_id !== ownId)
      const shares = await describe(person, others)
      return { shares: await withAliases(person, shares), ...nextOf(rows, size, 'with') }
    },

    async byMe(person, { size, token }) {
      const { id: driveId } = await ownDrive(person.sub)
      const after = parsePlace(token, 'by')
      const rows = await db.read((reader) =>
        listGrantsOfCreator(reader, { sub: person.sub, driveId }, { after, limit: size }),
      )
      const shares = await describe(person, rows)
      return {
        shares: shares.map(({ grant, file }) => ({ grant, file })),
        ...nextOf(rows, size, 'by'),
      }
    },

    async losses(person, page) {
      const managed = await db.read(async (reader) =>
        listManagedBy(reader, await granteesOf(reader, people, person.sub)),
      )
      const only = []
      for (const id of managed) only.push(await findOnlyManaged(person.sub, id))
      const { shares, ...rest } = await lists.byMe(person, page)
      return {
        ...rest,
        // What has expired or is in the trash gives nobody anything.
        shares: shares.filter(({ grant }) => grant.effect !== 'none'),
        team_drives: only.filter((one) => !!one),
      }
    },

    async leave({ sub }, { driveId, grantId }) {
      const grantees = await db.read((reader) => granteesOf(reader, people, sub))
      await grants.leave(driveId, grantId, grantees)
    },

    rename: ({ sub }, grant, alias) => setAlias(sub, grant, alias),
  }
  return lists
}

type ListName = 'with' | 'by'

function nextOf(
  rows: readonly GrantRow[],
  size: number,
  list: ListName,
): { next_page_token?: string } {
  const last = rows.length === size ? rows.at(-1) : undefined
  return last ? { next_page_token: toTimeToken(list, { at: last.created_at, id: last.id }) } : {}
}

function parsePlace(token: string | undefined, list: ListName): TimeKey | undefined {
  return token === undefined ? undefined : parseTimeToken(token, list)
}
