import { RESET_REASON } from '@awan/protocol/drive'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { DriveRow } from '../../db/tables.ts'

/** The position of a client that follows a drive. */
export function toCursor(driveId: string, seq: number): string {
  return `${driveId}.${seq.toString(36)}`
}

/** The seq of the cursor, if all later changes are still known. */
export function parseCursor(cursor: string, drive: DriveRow): number {
  const [, driveId, digits = ''] = /^([0-9A-Za-z_-]{1,64})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  const seq = Number.parseInt(digits, 36)
  if (driveId === undefined || !Number.isSafeInteger(seq)) {
    throw new ServiceError('invalid_argument', {
      description: 'the cursor is not valid: start without one',
    })
  }
  // A cursor beyond the present is from before the server was restored from a backup.
  const isTellable = driveId === drive.id && seq >= drive.forgotten_seq && seq <= drive.seq
  if (!isTellable) throw reset()
  return seq
}

function reset(): ServiceError {
  return new ServiceError('out_of_range', {
    description: 'the changes after this cursor are no longer known: list the drive again',
    status: 410,
    details: [{ '@type': ERROR_INFO, reason: RESET_REASON, domain: 'drive' }],
  })
}
