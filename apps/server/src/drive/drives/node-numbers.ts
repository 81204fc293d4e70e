import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { NewNumber } from '../access/drives.ts'
import { setNumbers, takeBlock } from './drives.store.ts'

/** So many numbers a drive takes at once: 2^29 blocks fit into what JavaScript counts exactly. */
const BLOCK = 2 ** 24
/** No transaction makes more nodes: a bundle of 5,000 paths, each as deep as a path may be. */
const MAX_NEW_NODES = 2 ** 20

/**
 * A node's number is that of its drive's block plus the number of the transaction that made it, and a
 * transaction that makes several of them takes as many numbers of the drive: one for each change. So a
 * number is taken without a statement, and is never given again, on this drive or another.
 */
export function numberNodes(drive: DriveRow): NewNumber {
  let seq = drive.seq
  return () => {
    if (seq >= drive.numbers_until_seq) throw new Error('one transaction makes too many nodes')
    return drive.number_base + seq++
  }
}

/** The drive with enough numbers for a transaction; once in millions of changes it takes the next block. */
export async function withNumbers(writer: Writer, drive: DriveRow): Promise<DriveRow> {
  if (drive.seq + MAX_NEW_NODES <= drive.numbers_until_seq) return drive
  const block = await takeNumbers(writer, drive.seq)
  await setNumbers(writer, drive.id, block)
  return { ...drive, ...block }
}

/** The next block of the server, for a drive that is at this number. */
export async function takeNumbers(
  writer: Writer,
  seq: number,
): Promise<Pick<DriveRow, 'number_base' | 'numbers_until_seq'>> {
  const first = await takeBlock(writer, BLOCK)
  return { number_base: first - seq, numbers_until_seq: seq + BLOCK }
}
