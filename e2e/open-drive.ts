import { type AwanClient, createAwanClient } from '@awan/client'
import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createNodeRuntime } from '@awan/client/node'
import type { AwanServer } from './awan-server.ts'
import type { Person } from './story.ts'

/** Somebody's other device: to prepare a story, and to change things while it is told. */
export async function openClient(
  server: AwanServer,
  { email, password }: Person,
): Promise<AwanClient> {
  const client = createAwanClient({
    clientId: 'awan-web',
    origins: [server.url],
    runtime: createNodeRuntime(),
  })
  await client.signIn.withPassword({ username: email, password })
  return client
}

/** The drive of somebody from another device. */
export async function openDrive(server: AwanServer, person: Person): Promise<DriveClient> {
  return createDriveClient(await openClient(server, person))
}
