import type { AwanClient } from '@awan/client'
import type { Shell } from './shell.ts'

/**
 * DEV-5: gets the sign by which the server knows this browser again, or a new one after seven days. Nothing
 * waits for it: without a sign the page works all the same.
 */
export async function reportDevice(
  { deviceIdentity }: Pick<AwanClient, 'deviceIdentity'>,
  shell: Shell | undefined,
): Promise<void> {
  // A native app identifies its device itself.
  if (shell !== undefined) return
  // Without a network, or where the script is blocked, the next page tries again.
  await deviceIdentity.renew().catch(() => undefined)
}
