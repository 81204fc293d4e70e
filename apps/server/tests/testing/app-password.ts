import { createAccountCentre } from '@awan/client/account-centre'
import { PASSWORD, type Person } from './person.ts'

/** As the page of the account makes one. */
export async function makeAppPassword({ client }: Person, more: { expires_at?: string } = {}) {
  const centre = createAccountCentre(client)
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const made = await centre.appPasswords.create({ name: 'Laptop', sudo_token, ...more })
  return { ...made, revoke: () => centre.appPasswords.remove(made.id) }
}
