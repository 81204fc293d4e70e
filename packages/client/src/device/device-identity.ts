import type { RequestFunction } from '../request/call.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type DeviceIdentity, readIdentity } from './stored-identity.ts'

export { type DeviceIdentity, isSignOf, readIdentity } from './stored-identity.ts'

export interface DeviceIdentityFlow {
  /**
   * The identity that this device has; undefined before its first report.
   *
   * @example const sign = client.deviceIdentity.read()?.sign
   */
  read(): DeviceIdentity | undefined
  /**
   * Reports the device to the server if its identity is missing, older than seven days or that of another
   * device, or in any case with `force`; otherwise sees that storage and cookie hold the same one. Where there is no page it rejects with `unimplemented`.
   *
   * @example await client.deviceIdentity.renew()
   */
  renew(options?: RenewOptions): Promise<DeviceIdentity>
}

export interface RenewOptions {
  force?: boolean
  /** Aborting it rejects the call with `cancelled`. */
  signal?: AbortSignal | undefined
}

/** The report is rare and not small: it is loaded when it is first asked for. */
export function createDeviceIdentity(options: {
  runtime: Runtime
  request: RequestFunction
  deviceId: () => string
  /** The first of the API origins; empty for the page's own. */
  firstOrigin: string
}): DeviceIdentityFlow {
  const { firstOrigin: origin, ...parts } = options
  return {
    read: () => readIdentity(parts.runtime),
    async renew(wanted) {
      const { force = false, signal } = wanted ?? {}
      const { renewIdentity } = await import('./risk-report.ts')
      return renewIdentity({ ...parts, origin, force, signal })
    },
  }
}
