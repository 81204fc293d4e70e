import type { NameWarning } from '@awan/protocol/drive'
import { nameWarnings } from '@awan/protocol/name-warnings'
import type { Translate } from '../../i18n/keys.ts'

/** Which systems could not hold a file of this name, before anybody calls one so. */
export function warnOfName(name: string, t: Translate): string | undefined {
  const warnings = nameWarnings(name)
  return warnings.length === 0 ? undefined : warningWords(warnings, t)
}

export function warningWords(warnings: readonly NameWarning[], t: Translate): string {
  if (warnings.length > 1) return t('browse.warning.both')
  return t(warnings[0] === 'macos' ? 'browse.warning.macos' : 'browse.warning.windows')
}
