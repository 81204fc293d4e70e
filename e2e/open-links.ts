import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createLinks, type Links } from '@awan/client/links'
import type { AwanServer } from './awan-server.ts'
import { openClient } from './open-drive.ts'
import type { Person } from './story.ts'

/** The drive of somebody and its links, from another device. */
export async function openLinks(
  server: AwanServer,
  person: Person,
): Promise<{ drive: DriveClient; links: Links }> {
  const client = await openClient(server, person)
  return { drive: createDriveClient(client), links: createLinks(client) }
}

/** The page of a link; the address that the server knows itself by may be another one. */
export function pageOf({ token }: { token?: string | undefined }): string {
  if (token === undefined) throw new Error('the link has no token')
  return `/s/${token}`
}
