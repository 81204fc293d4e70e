import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { ZipEntry } from '../../kernel/zip/write-zip.ts'
import type { EventLog } from '../events/events.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { ownData } from './own-data.ts'

const EVENTS_PAGE = 1_000

/** Everything that a person has here: what the account knows as JSON, then the files. */
export async function* collectEntries(
  parts: { db: Database; events: EventLog; accountFiles: readonly AccountFiles[] },
  user: UserRow,
  nowMs: number,
): AsyncGenerator<ZipEntry> {
  const { db, events, accountFiles } = parts
  yield toJson('account/profile.json', toOwnProfile(user), nowMs)
  for (const [name, select] of Object.entries(ownData)) {
    const rows = await db.read<object[]>((reader) => select(reader, user.sub))
    yield toJson(`account/${name}`, rows.map(readable), nowMs)
  }
  yield toJson('account/events.json', await allEvents(), nowMs)
  for (const { list, listShares } of accountFiles) {
    yield toJson('account/shares.json', await listShares(user.sub), nowMs)
    for await (const file of list(user.sub)) yield { ...file, name: `files/${file.path}` }
  }

  async function allEvents(): Promise<unknown[]> {
    const all: unknown[] = []
    let belowId: string | undefined
    do {
      const filter = { sub: user.sub, limit: EVENTS_PAGE, belowId }
      const page = await db.read((reader) => events.page(reader, filter))
      all.push(...page.events)
      belowId = page.nextId
    } while (belowId !== undefined)
    return all
  }
}

/** Unlike in the profile, contacts are not masked: only their owner reads the export. */
function toOwnProfile(user: UserRow): object {
  const { password_hash, address, is_admin, email_verified, password_reset_required, ...known } =
    user
  return readable({
    ...known,
    has_password: password_hash !== null,
    address: address === null ? null : JSON.parse(address),
    is_administrator: is_admin === 1,
    email_verified: email_verified === 1,
  })
}

/** Times as people write them. */
function readable(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  )
}

function toJson(name: string, value: unknown, nowMs: number): ZipEntry {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return {
    name,
    modifiedAtMs: nowMs,
    sizeBytes: bytes.length,
    open: async () =>
      (async function* () {
        yield bytes
      })(),
  }
}
