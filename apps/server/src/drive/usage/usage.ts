import { ServiceError } from '@awan/protocol/errors'
import type { AdminContext, People } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { OwnDrive } from '../access/accesses.ts'
import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'
import { setQuota } from '../quota/quotas.ts'
import {
  countFiles,
  findUsage,
  keyOf,
  listUsage,
  sumUsage,
  type UsageKey,
  type UsageOrder,
  type UsageRow,
} from './usage.store.ts'

export type { UsageOrder } from './usage.store.ts'

export interface PersonUsage {
  sub: string
  name: string
  email: string | null
  picture: string | null
  usedBytes: number
  /** Undefined is no limit. */
  quotaBytes: number | undefined
  files: number
  /** Undefined where no device is signed in. */
  lastActiveAt: number | undefined
}

export interface UsageQuery {
  query?: string | undefined
  order: UsageOrder
  limit: number
  token?: string | undefined
}

/** How much everybody stores, for whoever runs the server. */
export interface PeopleUsage {
  list(query: UsageQuery): Promise<{
    usage: PersonUsage[]
    total: { people: number; usedBytes: number }
    nextPageToken: string | undefined
  }>
  /** Also below what is there: nothing is removed then, and nothing more goes in. */
  setQuota(sub: string, bytes: number | undefined, context: AdminContext): Promise<PersonUsage>
}

export function createPeopleUsage({
  db,
  ownDrive,
  people,
  defaultQuotaBytes,
}: {
  db: Database
  ownDrive: OwnDrive
  people: Pick<People, 'act'>
  defaultQuotaBytes: number | undefined
}): PeopleUsage {
  async function describe(reader: Reader, rows: readonly UsageRow[]): Promise<PersonUsage[]> {
    const files = await countFiles(
      reader,
      rows.flatMap(({ drive_id }) => drive_id ?? []),
    )
    return rows.map((row) => ({
      sub: row.sub,
      name: row.name,
      email: row.email,
      picture: row.picture,
      usedBytes: row.used_bytes,
      // Who has not come yet gets what new drives get.
      quotaBytes: row.drive_id === null ? defaultQuotaBytes : (row.quota_bytes ?? undefined),
      files: files.get(row.drive_id ?? '') ?? 0,
      lastActiveAt: row.active_at === 0 ? undefined : row.active_at,
    }))
  }

  return {
    // A scan of everybody: it must hold up nobody.
    list: ({ query, order, limit, token }) =>
      db.readLong(async (reader) => {
        const after = token === undefined ? undefined : parseToken(token, order)
        const rows = await listUsage(reader, { query, order, after, limit })
        const last = rows.length === limit ? rows.at(-1) : undefined
        return {
          usage: await describe(reader, rows),
          total: await sumUsage(reader),
          nextPageToken: last && toToken(order, keyOf(last, order)),
        }
      }),

    async setQuota(sub, bytes, context) {
      // Looked at before a drive is made: nobody else gets one.
      if (!(await db.read((reader) => findUsage(reader, sub)))) throw nobody()
      const { id } = await ownDrive(sub)
      return people.act(sub, context, 'account.quota_changed', async (writer) => {
        await setQuota(writer, id, bytes)
        const row = await findUsage(writer, sub)
        const [answer] = row ? await describe(writer, [row]) : []
        if (!answer) throw nobody()
        return { answer, data: { quota_bytes: bytes ?? null } }
      })
    },
  }
}

function nobody(): ServiceError {
  return new ServiceError('not_found', { description: 'there is no such person' })
}

function toToken(order: UsageOrder, { value, sub }: UsageKey): string {
  return toOpaqueToken([order, value, sub])
}

function parseToken(token: string, order: UsageOrder): UsageKey {
  const [of, value, sub, ...rest] = parseOpaqueToken(token)
  const isValue =
    order === 'name' ? typeof value === 'string' && !value.includes('\0') : isCount(value)
  if (of !== order || !isValue || typeof sub !== 'string' || !SUB.test(sub) || rest.length > 0) {
    throw badToken()
  }
  return { value: value as string | number, sub }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

const SUB = /^[\w=-]{1,128}$/
