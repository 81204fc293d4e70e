import type { LinkPolicy } from '@awan/protocol/drive'
import type { Reader, Writer } from '../../db/database.ts'
import { findLinkPolicy, saveLinkPolicy } from './link-policy.store.ts'

/** What links may be, as administrators have decided; anything, before they have. */
export async function readLinkPolicy(reader: Reader): Promise<LinkPolicy> {
  const row = await findLinkPolicy(reader)
  if (!row) return { enabled: true, needs_password: false, open_names: false }
  return {
    enabled: row.is_on === 1,
    needs_password: row.needs_password === 1,
    ...(row.max_days !== null && { max_days: row.max_days }),
    open_names: row.open_names === 1,
  }
}

export async function writeLinkPolicy(writer: Writer, policy: LinkPolicy): Promise<void> {
  await saveLinkPolicy(writer, {
    is_on: Number(policy.enabled),
    needs_password: Number(policy.needs_password),
    max_days: policy.max_days ?? null,
    open_names: Number(policy.open_names),
  })
}
