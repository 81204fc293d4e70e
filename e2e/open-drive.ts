import { createAwanClient } from '@awan/client'
import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createNodeRuntime } from '@awan/client/node'
import type { AwanServer } from './awan-server.ts'
import type { Person } from './story.ts'

/** The drive of somebody from another device: to prepare a story, and to change things while it is told. */
export async function openDrive(
  server: AwanServer,
  { email, password }: Person,
): Promise<DriveClient> {
  const client = createAwanClient({
    clientId: 'awan-web',
    origins: [server.url],
    runtime: createNodeRuntime(),
  })
  await client.signIn.withPassword({ username: email, password })
  return createDriveClient(client)
}
