import type { Readable } from 'node:stream'
import type { Writer } from '../../db/database.ts'

/**
 * The files of an account. The account layer does not store them: the layer that does (the drive)
 * implements these operations, and context.ts connects the two.
 */
export interface AccountFiles {
  /** Deletes all files for good. Called again after a crash, it continues where it stopped. */
  remove(sub: string): Promise<void>
  /** Gives all files to another account, in a folder of this name if that account has files already. */
  handOver(writer: Writer, move: { from: string; to: string; folderName: string }): Promise<void>
  /** All files and folders, sorted by path. */
  list(sub: string): AsyncIterable<OwnFile>
  /** What the person shares with others, and others with them. */
  listShares(sub: string): Promise<object[]>
  /** What the person looks for again and again. */
  listSavedSearches(sub: string): Promise<object[]>
  /** A folder that the person can open now, with its own id where another name for it was given. */
  findFolder(
    sub: string,
    folder: { driveId: string; nodeId: string },
  ): Promise<FoundFolder | undefined>
  /**
   * Before somebody leaves these groups, or they go. What it gives is called afterwards in the same transaction, and refuses what
   * would leave files without anybody who cares for them.
   */
  groupsShrink(writer: Writer, groupIds: readonly string[]): Promise<() => Promise<void>>
  /** Ends what was shared with a group, which is about to go. */
  groupRemoved(writer: Writer, groupId: string): Promise<void>
  /** A person, or a group with all of its members, has come into a group or left one. */
  membershipChanged(writer: Writer, member: { sub: string } | { groupId: string }): Promise<void>
}

export interface FoundFolder {
  driveId: string
  nodeId: string
  name: string
}

export interface OwnFile {
  /** With slashes between the folders and none at the beginning; a folder ends with one. */
  path: string
  modifiedAtMs: number
  sizeBytes: number
  open(): Promise<Readable>
}
