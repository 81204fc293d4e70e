import type { Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SecondStepMethod } from './second-step-method.ts'
import { selectTwoFactors } from './two-factor.store.ts'

/**
 * Whether the person has asked for a second step. A phone number that is gone does not turn it off;
 * passkeys alone do when the last one is removed, which takes as much proof as turning it off.
 */
export async function isTwoFactorOn(
  reader: Reader,
  user: UserRow,
  methods: readonly SecondStepMethod[],
): Promise<boolean> {
  const rows = await selectTwoFactors(reader, user.sub)
  if (rows.some(({ method }) => method !== 'PASSKEY')) return true
  if (rows.length === 0) return false
  const passkeys = methods.find(({ method }) => method === 'PASSKEY')
  return (await passkeys?.isAvailable(reader, user)) ?? false
}
