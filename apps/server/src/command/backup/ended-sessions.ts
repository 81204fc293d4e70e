import type { AnyRow } from '../../db/all-tables.ts'
import type { TableRows } from '../../db/table-rows.ts'
import type { SessionRow, Tables, WebhookDeliveryRow } from '../../db/tables.ts'

/** A token, a code or a message that was good when the backup was made, and may have been used or ended since. */
const LEFT_OUT: ReadonlySet<string> = new Set<keyof Tables>([
  'refresh_tokens',
  'trusted_devices',
  'app_passwords',
  'verifications',
  'authorization_codes',
  'device_codes',
  'app_logins',
  'provider_states',
  'provider_tokens',
  'outgoing_messages',
])

/**
 * The rows of a table for a server that goes back to an earlier state: everybody signs in again, since somebody
 * may have ended a session after the backup; and nothing is sent that was sent since.
 */
export function endSessions({ table, pages }: TableRows, now: number): TableRows {
  if (LEFT_OUT.has(table)) return { table, pages: mapPages(pages, () => []) }
  if (table === 'sessions') return { table, pages: mapPages(pages, (row) => [ended(row, now)]) }
  if (table === 'webhook_deliveries') {
    return { table, pages: mapPages(pages, (row) => (isWaiting(row) ? [] : [row])) }
  }
  return { table, pages }
}

function ended(row: AnyRow, now: number): AnyRow {
  return { ...row, ended_at: (row as Partial<SessionRow>).ended_at ?? now }
}

function isWaiting(row: AnyRow): boolean {
  return (row as Partial<WebhookDeliveryRow>).next_at !== null
}

/** Each page is read to its end, so that its rows are counted. */
async function* mapPages(
  pages: TableRows['pages'],
  change: (row: AnyRow) => AnyRow[],
): AsyncIterable<AnyRow[]> {
  for await (const page of pages) {
    const rows = page.flatMap(change)
    if (rows.length > 0) yield rows
  }
}
