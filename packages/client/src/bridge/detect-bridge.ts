import { compareVersions, parseVersion } from '@awan/protocol'
import type { SHELL_IDENTIFIER } from '@awan/protocol/bridge'
import { BRIDGE_VERSION_FLOOR } from '../constants.ts'
import type { Log } from '../log/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type Bridge, createBridge } from './bridge.ts'
import { findShell, type Shell } from './find-shell.ts'

export interface DetectBridgeOptions {
  /** The shells that the page expects; `awan-shell` by default. */
  identifiers?: readonly string[]
  /** Hears of listeners that fail. */
  log?: Pick<Log, 'error'>
}

/**
 * The bridge to the app that shows this page, or undefined in a browser. The shell is
 * detected once per page load; one that appears later is ignored. Each call returns a separate
 * bridge, which the caller must dispose.
 *
 * @example
 * const bridge = detectBridge(runtime)
 * const token = bridge && (await createShellAccount(bridge).getAccessToken())
 */
export function detectBridge(runtime: Runtime, options?: DetectBridgeOptions): Bridge | undefined {
  const shell = runtime.page && findShell(runtime.page)
  if (!shell || !isAccepted(shell, options?.identifiers ?? [shellIdentifier])) return undefined
  return createBridge(runtime, shell, options?.log)
}

function isAccepted({ identifier, version }: Shell, identifiers: readonly string[]): boolean {
  const parsed = parseVersion(version)
  return (
    // BRG-1
    Array.isArray(identifiers) &&
    identifiers.includes(identifier) &&
    // BRG-2, CON-14
    parsed !== undefined &&
    compareVersions(parsed, parseVersion(BRIDGE_VERSION_FLOOR) ?? [0, 0, 1]) > 0
  )
}

const shellIdentifier: typeof SHELL_IDENTIFIER = 'awan-shell'
