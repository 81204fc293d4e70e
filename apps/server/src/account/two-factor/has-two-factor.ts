import type { TwoFactorMethodName } from '@awan/protocol/account'
import type { Reader } from '../../db/database.ts'
import { selectConfirmedMethods, selectTwoFactors } from './two-factor.store.ts'

/** Whether the person has turned this method on, whether or not it can be used now. */
export async function hasTwoFactor(
  reader: Reader,
  sub: string,
  method: TwoFactorMethodName,
): Promise<boolean> {
  return (await selectTwoFactors(reader, sub)).some((row) => row.method === method)
}

/** Whether the person has set up a second step, by any method. */
export async function hasSecondStep(reader: Reader, sub: string): Promise<boolean> {
  return (await selectConfirmedMethods(reader, sub)).length > 0
}
