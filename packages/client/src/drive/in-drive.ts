import type { Call, OpenFunction, RequestFunction } from '../request/call.ts'
import type { DriveHost } from './drive-host.ts'

/** Which drive is meant. */
export interface DriveOptions {
  /** As `drives()` lists them; the caller's own by default. */
  driveId?: string | undefined
}

/**
 * The same host, whose every call says which drive it means. All calls of a drive go through it, so that none
 * can forget. Without a drive the host stays as it is.
 */
export function inDrive<Host extends DriveHost>(host: Host, driveId: string | undefined): Host {
  if (driveId === undefined) return host
  const say =
    (send: PlainSend): PlainSend =>
    (method, path, options) =>
      send(method, path, { ...options, query: { ...options?.query, drive_id: driveId } })
  return {
    ...host,
    request: say(host.request as unknown as PlainSend) as unknown as RequestFunction,
    open: say(host.open as unknown as PlainSend) as unknown as OpenFunction,
  }
}

/** A call whose types no longer matter. */
type PlainSend = (method: string, path: string, options?: Partial<Call>) => Promise<unknown>
