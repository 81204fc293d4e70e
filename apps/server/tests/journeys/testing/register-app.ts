import { headers } from '@awan/protocol'
import type { registerApp as endpoint } from '@awan/protocol/account'
import { PASSWORD, type Person } from '../../testing/person.ts'

export const REDIRECT_URI = 'https://notes.example/callback'

/** An administrator registers an app of somebody else. */
export async function registerApp(
  { client }: Person,
  { isConfidential = false, scope = 'openid profile offline drive' } = {},
): Promise<{ clientId: string; clientSecret?: string }> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const { app, client_secret } = await client.request<typeof endpoint>('POST', '/v1/admin/apps', {
    auth: true,
    headers: { [headers.sudoToken]: sudo_token },
    body: {
      name: 'Notes',
      redirect_uris: [REDIRECT_URI],
      scope,
      is_confidential: isConfidential,
    },
  })
  return { clientId: app.id, ...(client_secret !== undefined && { clientSecret: client_secret }) }
}
