import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { IntrospectCode } from '../tokens/introspect.ts'
import { hashCode } from './authorize.ts'
import { selectCode } from './codes.store.ts'

export function createIntrospectCode({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): IntrospectCode {
  return async (code) => {
    const row = await db.read((reader) => selectCode(reader, hashCode(code)))
    if (!row || row.used_at !== null || row.expires_at <= clock.now()) return {}
    const { client_id, sub, scope } = row
    return { token_type: 'authorization_code', client_id, sub, scope }
  }
}
