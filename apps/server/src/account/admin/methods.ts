import type { Reader } from '../../db/database.ts'
import { countGrants } from '../apps/grants.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import { linksOf } from '../providers/bindings.ts'
import { countTrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { countRecoveryCodes, selectConfirmedMethods } from '../two-factor/two-factor.ts'

/** What is set up for one person. */
export interface Methods {
  passkeys: number
  providers: string[]
  twoFactor: string[]
  recoveryCodesLeft: number
  trustedDevices: number
  authorizedApps: number
}

export async function readMethods(reader: Reader, sub: string, nowMs: number): Promise<Methods> {
  return {
    passkeys: await countPasskeys(reader, sub),
    providers: (await linksOf(reader, sub)).map(({ provider_id }) => provider_id),
    twoFactor: await selectConfirmedMethods(reader, sub),
    recoveryCodesLeft: await countRecoveryCodes(reader, sub),
    trustedDevices: await countTrustedDevices(reader, sub, nowMs),
    authorizedApps: await countGrants(reader, sub),
  }
}
