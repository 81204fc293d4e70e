import { createHexId } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'

export const DEVICE_ID_KEY = 'device_id'

/** This device's id, made once and kept; a stored one that cannot be an id is replaced. */
export function readDeviceId(runtime: Pick<Runtime, 'storage' | 'randomBytes'>): string {
  const stored = runtime.storage.get(DEVICE_ID_KEY)
  if (stored !== undefined && /^[\w-]{16,48}$/.test(stored)) return stored
  const created = createHexId(runtime)
  runtime.storage.set(DEVICE_ID_KEY, created)
  return created
}
