import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { changeUsage } from './quota.store.ts'

/** Says early that content cannot fit; only the transaction decides. */
export function checkRoom(drive: DriveRow, bytes: number): void {
  if (bytes > roomOf(drive)) throw quotaExceeded()
}

/** Every version counts in full, content that is shared with another version too. */
export async function chargeQuota(writer: Writer, driveId: string, bytes: number): Promise<void> {
  await change(writer, driveId, { used: bytes, reserved: 0 })
}

/** Also where the drive holds more than it may: its quota was lowered. */
export async function freeQuota(writer: Writer, driveId: string, bytes: number): Promise<void> {
  if (bytes > 0) await change(writer, driveId, { used: -bytes, reserved: 0 })
}

/** Promises room to an upload before its bytes are sent; nobody else gets it until it ends. */
export async function reserveQuota(writer: Writer, driveId: string, bytes: number): Promise<void> {
  await change(writer, driveId, { used: 0, reserved: bytes })
}

/** Nobody else takes room in this drive before the transaction ends; one that is gone needs no lock. */
export async function lockQuota(writer: Writer, driveId: string): Promise<void> {
  await changeUsage(writer, driveId, { used: 0, reserved: 0 })
}

/** An upload that has come to nothing. */
export async function freeReserved(writer: Writer, driveId: string, bytes: number): Promise<void> {
  if (bytes > 0) await change(writer, driveId, { used: 0, reserved: -bytes })
}

/** What was promised is used now, also where the quota was lowered since; more than that must fit. */
export async function chargeReserved(
  writer: Writer,
  driveId: string,
  { bytes, promised }: { bytes: number; promised: number },
): Promise<void> {
  if (bytes > 0 || promised > 0) await change(writer, driveId, { used: bytes, reserved: -promised })
}

async function change(
  writer: Writer,
  driveId: string,
  by: { used: number; reserved: number },
): Promise<void> {
  if (!(await changeUsage(writer, driveId, by))) throw quotaExceeded()
}

/** How much still goes in, after what is promised to others. */
export function roomOf(drive: DriveRow): number {
  return drive.quota_bytes === null
    ? Number.POSITIVE_INFINITY
    : drive.quota_bytes - drive.used_bytes - drive.reserved_bytes
}

export function quotaExceeded(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: 'the content exceeds the quota of the drive: free some space first',
    details: [{ '@type': ERROR_INFO, reason: 'QUOTA_EXCEEDED', domain: 'drive' }],
  })
}
