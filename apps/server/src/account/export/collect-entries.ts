import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { ZipEntry } from '../../kernel/zip/write-zip.ts'
import { createHistory } from '../history/history.ts'
import { selectSessionsForExport } from '../sessions/sessions.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { ownData } from './own-data.ts'

const PAGE = 1_000
/**
 * A history has no end, and others add to it, as by failed sign-ins; nor has the list of sessions. No more of them is in
 * memory at once.
 */
const ROWS_IN_FILE = 10_000

/** Everything that a person has here: what the account knows as JSON, then the files. */
export async function* collectEntries(
  parts: { db: Database; accountFiles: readonly AccountFiles[] },
  user: UserRow,
  nowMs: number,
): AsyncGenerator<ZipEntry> {
  const { db, accountFiles } = parts
  const history = createHistory({ db })
  yield toJson('account/profile.json', toOwnProfile(user), nowMs)
  for (const [name, select] of Object.entries(ownData)) {
    const rows = await db.read<object[]>((reader) => select(reader, user.sub))
    yield toJson(`account/${name}`, rows.map(readable), nowMs)
  }
  yield* longFiles('sessions', readSessions)
  yield* longFiles('events', async (token) => {
    const { events, nextPageToken } = await history.read(user.sub, { size: PAGE, token })
    return { rows: events, token: nextPageToken }
  })
  for (const { list, listShares, listSavedSearches } of accountFiles) {
    yield toJson('account/shares.json', await listShares(user.sub), nowMs)
    yield toJson('account/saved-searches.json', await listSavedSearches(user.sub), nowMs)
    for await (const file of list(user.sub)) yield { ...file, name: `files/${file.path}` }
  }

  async function readSessions(after = ''): Promise<PageOfRows> {
    const page = { after, limit: PAGE }
    const rows = await db.read((reader) => selectSessionsForExport(reader, user.sub, page))
    return { rows: rows.map(readable), token: rows.length < PAGE ? undefined : rows.at(-1)?.id }
  }

  /** `events.json`, and where that is not enough `events-2.json` and so on. */
  async function* longFiles(
    topic: string,
    read: (token: string | undefined) => Promise<PageOfRows>,
  ): AsyncGenerator<ZipEntry> {
    let token: string | undefined
    for (let number = 1; number === 1 || token !== undefined; number++) {
      const some: unknown[] = []
      do {
        const page = await read(token)
        some.push(...page.rows)
        token = page.token
      } while (token !== undefined && some.length < ROWS_IN_FILE)
      const name = number === 1 ? `${topic}.json` : `${topic}-${number}.json`
      yield toJson(`account/${name}`, some, nowMs)
    }
  }
}

interface PageOfRows {
  rows: readonly unknown[]
  /** Undefined at the end. */
  token: string | undefined
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
