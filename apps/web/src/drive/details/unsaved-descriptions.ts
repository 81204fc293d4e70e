import type { DriveClient } from '@awan/client/drive'

const unsaved = new WeakMap<DriveClient, Map<string, string>>()

/** What was typed and could not be saved, by the ids of the files, for as long as the drive is open. */
export function unsavedDescriptionsOf(drive: DriveClient): Map<string, string> {
  const known = unsaved.get(drive) ?? new Map<string, string>()
  unsaved.set(drive, known)
  return known
}
