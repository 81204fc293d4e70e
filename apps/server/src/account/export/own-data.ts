import { selectAppPasswordsForExport } from '../app-passwords/app-passwords.ts'
import { selectGrantsForExport } from '../apps/grants.ts'
import { selectPasskeysForExport } from '../passkeys/passkeys.ts'
import { selectPictureForExport } from '../profile/picture.ts'
import { selectLinksForExport } from '../providers/bindings.ts'
import { selectTrustedDevicesForExport } from '../trusted-devices/trusted-devices.ts'
import { selectTwoFactorsForExport } from '../two-factor/two-factor.ts'

/**
 * What the account holds about a person, by file of the export. Each query names its columns: a hash,
 * a key or a sealed secret is nothing that they told us, and does not belong in a downloads folder. Of each there are few.
 */
export const ownData = {
  'picture.json': selectPictureForExport,
  'apps.json': selectGrantsForExport,
  'third-parties.json': selectLinksForExport,
  'passkeys.json': selectPasskeysForExport,
  'second-steps.json': selectTwoFactorsForExport,
  'trusted-devices.json': selectTrustedDevicesForExport,
  'app-passwords.json': selectAppPasswordsForExport,
} as const
