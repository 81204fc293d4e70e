import type { Right } from '@awan/protocol/drive'
import type { Database } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import { driveOfNumber, notFound } from '../access/open-node.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'

/** The number by which clients know a file; undefined for what is none. */
export function parseFileNumber(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** The way into the drive that has the file of this number, among those that the caller reaches. */
export async function accessOfNumber(
  { db, accesses }: { db: Database; accesses: Pick<Accesses, 'of' | 'reached'> },
  { person, driveId, limit }: DavCaller,
  number: number,
  right: Right,
): Promise<Access> {
  // A password for one folder opens no other drive.
  const isNarrow = limit?.folderId !== undefined
  const reached = isNarrow
    ? [(await accesses.of(person, driveId, right)).driveId]
    : (await accesses.reached(person)).map((one) => one.driveId)
  const found = await db.read((reader) => driveOfNumber(reader, reached, number))
  if (found === undefined) throw notFound()
  return { driveId: found, actor: person, right, ...(limit && { limit }) }
}
