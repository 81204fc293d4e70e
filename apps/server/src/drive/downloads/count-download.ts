import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { OpenDrive } from '../access/reach.ts'

/** A download that has a place among those that a link allows. */
export interface HeldDownload {
  /** Once, when nothing more is sent: whether the last byte was. */
  end(isComplete: boolean): void
  /** Instead of the end: another process may go on with it, and its place is kept. */
  keep(): void
}

/** Takes a place, or refuses; `stop` is called when the caller may not read on. */
export type HoldDownload = (stop: () => void) => Promise<HeldDownload>

/**
 * Counts what visitors of a link download: one visitor and one content are one download, in however many
 * ranges. Undefined for everybody else; throws where the link allows no downloads.
 */
export type CountDownload = (
  access: Access,
  drive: OpenDrive,
  item: string,
) => HoldDownload | undefined

/** Throws where a link allows no download of this content, or none any more, to this visitor. It takes no place. */
export type RequireDownload = (reader: Reader, drive: OpenDrive, item: string) => Promise<void>
