import { createAwanClient, isServiceError } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { createMemoryRuntime } from '@awan/client/memory'
import { createWaysIn } from '@awan/client/ways-in'

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

  const centre = createAccountCentre(client)
  const { data: sessions } = await centre.sessions.list()
  sessions[0]?.is_current satisfies boolean | undefined
  // @ts-expect-error it needs a sudo token
  await centre.twoFactor.enable({ method: 'EMAIL' })

  const restored = await createWaysIn(client).restore({ restore_token: 'r' })
  restored.access_token satisfies string

  const { users } = await createAdmin(client).users.search({ status: 'FROZEN', limit: 10 })
  users[0]?.is_administrator satisfies boolean | undefined
  // @ts-expect-error there is no such status
  await createAdmin(client).users.search({ status: 'SLEEPING' })

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
