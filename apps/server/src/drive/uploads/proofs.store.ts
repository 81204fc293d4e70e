import type { Reader, Writer } from '../../db/database.ts'
import type { UploadProofRow } from '../../db/tables.ts'

export function findProof(
  reader: Reader,
  driveId: string,
  uploadId: string,
): Promise<UploadProofRow | undefined> {
  return reader
    .selectFrom('upload_proofs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
}

/** How many were asked for in this drive since then. */
export async function countProofs(reader: Reader, driveId: string, since: number): Promise<number> {
  const row = await reader
    .selectFrom('upload_proofs')
    .select((proof) => proof.fn.countAll<number>().as('count'))
    .where('drive_id', '=', driveId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertProof(writer: Writer, row: UploadProofRow): Promise<void> {
  await writer
    .insertInto('upload_proofs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['drive_id', 'upload_id']).doNothing())
    .execute()
}

/** Gives it to one caller, once, and to nobody else. */
export function spendProof(
  writer: Writer,
  proof: Pick<UploadProofRow, 'drive_id' | 'upload_id' | 'prover_sub'>,
  { now, since }: { now: number; since: number },
): Promise<Pick<UploadProofRow, 'nonce'> | undefined> {
  return writer
    .updateTable('upload_proofs')
    .set({ used_at: now })
    .where('drive_id', '=', proof.drive_id)
    .where('upload_id', '=', proof.upload_id)
    .where('prover_sub', '=', proof.prover_sub)
    .where('created_at', '>', since)
    .where('used_at', 'is', null)
    .returning('nonce')
    .executeTakeFirst()
}

export async function deleteProofs(writer: Writer, before: number): Promise<void> {
  await writer.deleteFrom('upload_proofs').where('created_at', '<=', before).execute()
}
