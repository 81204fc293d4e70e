import type { Database } from '../../db/database.ts'
import type { AuthorizationCodeRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFirstPartyClient } from '../clients/clients.ts'
import type { CodeAsker, IntrospectCode } from '../tokens/introspect.ts'
import { hashCode } from './authorize.ts'
import { selectCode } from './codes.store.ts'

export function createIntrospectCode({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): IntrospectCode {
  return async (code, asker) => {
    const row = await db.read((reader) => selectCode(reader, hashCode(code)))
    if (!row || row.used_at !== null || row.expires_at <= clock.now()) return {}
    if (!isTold(asker, row)) return {}
    const { client_id, sub, scope } = row
    return { token_type: 'authorization_code', client_id, sub, scope }
  }
}

function isTold({ clientId, token }: CodeAsker, row: AuthorizationCodeRow): boolean {
  if (clientId === row.client_id) return true
  // Another app of the same person learns nothing of this one.
  const isOwn = token && (token.clientId === row.client_id || isFirstPartyClient(token.clientId))
  return isOwn === true && token?.sub === row.sub
}
