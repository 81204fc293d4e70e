import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { addUsage, subtractUsage } from './quota.store.ts'

/** Says early that content cannot fit; only `chargeQuota` decides. */
export function checkRoom(drive: DriveRow, bytes: number): void {
  if (drive.quota_bytes !== null && drive.used_bytes + bytes > drive.quota_bytes) {
    throw quotaExceeded()
  }
}

/** Every version counts in full, content that is shared with another version too. */
export async function chargeQuota(writer: Writer, driveId: string, bytes: number): Promise<void> {
  if (!(await addUsage(writer, driveId, bytes))) throw quotaExceeded()
}

/** Also where the drive holds more than it may: its quota was lowered. */
export async function freeQuota(writer: Writer, driveId: string, bytes: number): Promise<void> {
  if (bytes > 0) await subtractUsage(writer, driveId, bytes)
}

/** How much still goes in, after what is promised to others. */
export function roomOf(drive: DriveRow): number {
  return drive.quota_bytes === null
    ? Number.POSITIVE_INFINITY
    : drive.quota_bytes - drive.used_bytes - drive.reserved_bytes
}

export function quotaExceeded(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: 'the drive has no room for this content',
    details: [{ '@type': ERROR_INFO, reason: 'QUOTA_EXCEEDED', domain: 'drive' }],
  })
}
