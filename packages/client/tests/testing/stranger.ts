import { createAwanClient, isServiceError } from '@awan/client'
import { createDriveClient } from '@awan/client/drive'
import { createMemoryRuntime } from '@awan/client/memory'

/** Nobody runs this: the compiler reads it, once beside the sources and once beside the package. */
export async function useTheTypes(): Promise<void> {
  const client = createAwanClient({ clientId: 'app', runtime: createMemoryRuntime() })
  // @ts-expect-error a password is needed
  await client.signIn.withPassword({ username: 'ana@example.org' })
  const credentials = await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  credentials.token_type satisfies 'Bearer'
  credentials.expires_in satisfies number
  // @ts-expect-error there is no such field
  credentials.expires

  const person = await client.user.me()
  person.status satisfies string
  // @ts-expect-error not everybody has told their address
  person.email satisfies string

  const drive = createDriveClient(client)
  const { files } = await drive.files.list({ page_size: 10 })
  files[0]?.kind satisfies 'file' | 'folder' | undefined
  // @ts-expect-error pages are counted, not named
  await drive.files.list({ page_size: 'ten' })

  await client.signOut().catch((error: unknown) => {
    if (isServiceError(error, 'unreachable')) error.error satisfies 'unreachable'
    // @ts-expect-error only errors of the catalogue can be asked for
    isServiceError(error, 'no_such_error')
  })
}
