import type { Readable } from 'node:stream'
import type { Writer } from '../../db/database.ts'

/**
 * What a person has outside of the account: files. The account layer does not know what they are;
 * whoever keeps them does these three things with them, and context.ts joins the two.
 */
export interface Belongings {
  /** Removes all of it for good. Done again after a crash, it goes on where it was. */
  remove(sub: string): Promise<void>
  /** Gives all of it to somebody else; who has something already gets it in a folder of this name. */
  handOver(writer: Writer, move: { from: string; to: string; folderName: string }): Promise<void>
  /** Everything, in the order of its paths. */
  list(sub: string): AsyncIterable<OwnFile>
}

export interface OwnFile {
  /** With slashes between the folders and none at the beginning; a folder ends with one. */
  path: string
  modifiedAtMs: number
  sizeBytes: number
  open(): Promise<Readable>
}
