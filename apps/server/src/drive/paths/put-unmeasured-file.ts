import { Readable } from 'node:stream'
import { BLOCK_BYTES, ROOT_ID } from '@awan/protocol'
import type { Access } from '../access/access.ts'
import type { OpenNode } from '../access/open-node.ts'
import type { Path } from '../nodes/growing-tree.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { type CommitOptions, commitAt } from './commit-at.ts'
import type { SentFile } from './sent-file.ts'
import { UnitReader } from './unit-reader.ts'

/** What lies in memory of a file that does not say its length: a unit of every blob store. */
export const UNMEASURED_UNIT_BYTES = 2 * BLOCK_BYTES

/**
 * A file that does not say how long it is: `tar c photos | curl -T - …`. What ends within its first block is
 * small and is given to `putSmall`; otherwise an upload grows with it, unit by unit.
 */
export async function putUnmeasuredFile(
  options: CommitOptions & { uploads: Pick<Uploads, 'create' | 'grow' | 'receive' | 'abort'> },
  access: Access,
  path: Path,
  sent: SentFile,
  putSmall: (bytes: Uint8Array) => Promise<OpenNode>,
): Promise<OpenNode> {
  const { uploads } = options
  await using reader = new UnitReader(sent.bytes, sent.giveBack)
  const memory = Buffer.allocUnsafeSlow(UNMEASURED_UNIT_BYTES)
  let unit = await reader.fill(memory)
  if (unit.isLast && unit.bytes.length <= BLOCK_BYTES) return putSmall(unit.bytes)

  const { id } = await uploads.create(access, {
    parentId: sent.folderId ?? ROOT_ID,
    onto: sent.onto,
    name: path.at(-1) ?? '',
    sizeBytes: unit.bytes.length,
    blockHashes: undefined,
    mimeType: sent.mimeType,
    modifiedAt: sent.modifiedAt,
  })
  try {
    for (let at = 0; ; ) {
      await uploads.receive(access, id, {
        first: at / BLOCK_BYTES,
        bytes: Readable.from([unit.bytes], { objectMode: false }),
        sizeBytes: unit.bytes.length,
        hashes: undefined,
      })
      at += unit.bytes.length
      if (unit.isLast) break
      // What was received is durable: its memory can be filled again.
      unit = await reader.fill(memory)
      await uploads.grow(access, id, at + unit.bytes.length)
    }
    return await commitAt(options, access, id, path, sent)
  } catch (error) {
    await uploads.abort(access, id)
    throw error
  }
}
