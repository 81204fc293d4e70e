import type { DriveClient } from '@awan/client/drive'

/** Of the file as it is stored: larger ones are mostly pictures, and nobody waits for them. */
export const MAX_OFFICE_BYTES = 50 * 1024 * 1024

export async function readWhole(
  drive: Pick<DriveClient, 'files'>,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  return (await drive.files.download(id, { signal })).blob()
}
