import type { AwanClient } from '@awan/client'
import { createDriveUploads, type DriveUploads } from './drive-uploads.ts'

const known = new WeakMap<AwanClient, { sub: string; uploads: DriveUploads }>()

/**
 * The uploads of whoever is signed in. They outlive the screens: when a session ends they wait, and go on
 * when the same person signs in again. For somebody else they are over in this page.
 */
export function uploadsOf(
  client: AwanClient,
  { sub, origins }: { sub: string | undefined; origins?: readonly string[] | undefined },
): DriveUploads {
  const before = known.get(client)
  if (before && (sub === undefined || sub === before.sub)) return before.uploads
  before?.uploads.dispose()
  const owner = sub ?? 'nobody'
  const uploads = createDriveUploads({ client, sub: owner, origins })
  known.set(client, { sub: owner, uploads })
  return uploads
}
