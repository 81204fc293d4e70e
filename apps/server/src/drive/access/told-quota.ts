import type { OpenDrive } from './reach.ts'
import { allows, NO_RIGHTS } from './rights.ts'

/** How much there is in a drive, and how much there may be, is not told to whoever was let into a part of it. */
export function toldQuota({ reach, quota_bytes, used_bytes, reserved_bytes }: OpenDrive): {
  quota_limit?: number
  quota_usage?: number
  quota_reserved?: number
} {
  if (!allows(reach.whole ?? NO_RIGHTS, 'view')) return {}
  return {
    ...(quota_bytes !== null && { quota_limit: quota_bytes }),
    quota_usage: used_bytes,
    ...(reserved_bytes > 0 && { quota_reserved: reserved_bytes }),
  }
}
