import type { TwoFactorMethodName } from '@awan/protocol/account'
import type { Reader } from '../../db/database.ts'
import { selectTwoFactors } from './two-factor.store.ts'

/** Whether the person has turned this method on, whether or not it can be used now. */
export async function hasTwoFactor(
  reader: Reader,
  sub: string,
  method: TwoFactorMethodName,
): Promise<boolean> {
  return (await selectTwoFactors(reader, sub)).some((row) => row.method === method)
}
