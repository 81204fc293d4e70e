import type { Reader, Writer } from '../../db/database.ts'
import type { Client } from './clients.ts'
import { selectGrant, upsertGrant } from './grants.store.ts'
import { isWithin, parseScope } from './scopes.ts'

export {
  countGrants,
  deleteGrant,
  selectGrants,
  selectGrantsForExport,
  touchGrant,
} from './grants.store.ts'

/**
 * Adds to what the person allowed the app before; true when it is more than before. Our own apps need
 * nobody's consent to be ours.
 */
export async function recordGrant(
  writer: Writer,
  grant: { sub: string; client: Client; scope: string; nowMs: number },
): Promise<boolean> {
  const { sub, client, scope, nowMs } = grant
  if (client.isFirstParty) return false
  const earlier = await selectGrant(writer, { sub, clientId: client.id })
  const all = new Set([...parseScope(earlier?.scope), ...parseScope(scope)])
  await upsertGrant(writer, {
    sub,
    client_id: client.id,
    scope: [...all].join(' '),
    created_at: nowMs,
    last_used_at: nowMs,
  })
  return all.size > parseScope(earlier?.scope).length
}

export async function isGranted(
  reader: Reader,
  { sub, client, scope }: { sub: string; client: Client; scope: string },
): Promise<boolean> {
  if (client.isFirstParty) return true
  const grant = await selectGrant(reader, { sub, clientId: client.id })
  return grant !== undefined && isWithin(parseScope(scope), parseScope(grant.scope))
}
