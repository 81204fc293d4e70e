import type { NameWarning } from './drive/file.ts'

/** Which systems cannot hold a file of this name: a download or a sync there would need another one. */
export function nameWarnings(name: string): NameWarning[] {
  const warnings: NameWarning[] = []
  if (isWrongOnWindows(name)) warnings.push('windows')
  // Finder shows a colon as a slash and writes a slash as a colon, so that neither comes back right.
  if (name.includes(':')) warnings.push('macos')
  return warnings
}

function isWrongOnWindows(name: string): boolean {
  const isEndWrong = name.endsWith('.') || name.endsWith(' ')
  return isEndWrong || FORBIDDEN.test(name) || DEVICE.test(name)
}

const FORBIDDEN = /[<>:"\\|?*]/

/** Names of devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(\.|$)/i
