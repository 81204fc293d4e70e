import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminProvider,
  listProviderSettings,
  removeProviderSettings,
  saveProviderSettings,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { AdminHost } from './admin-host.ts'

/** The third parties with whose accounts people sign in. */
export interface ProviderSettings {
  /**
   * Those that an administrator or the environment has set up; secrets are never shown.
   *
   * @example const { providers } = await admin.providers.list()
   */
  list(): Promise<AnswerOf<typeof listProviderSettings>>
  /**
   * Sets up a third party, or changes its settings; an omitted secret stays unchanged.
   *
   * @example await admin.providers.save('google', { preset: 'google', client_id, client_secret, sudo_token })
   */
  save(
    provider_id: string,
    payload: BodySent<typeof saveProviderSettings> & SudoToken,
  ): Promise<AdminProvider>
  /**
   * Removes the settings that an administrator saved; those of the environment apply again.
   *
   * @example await admin.providers.remove('google', { sudo_token })
   */
  remove(provider_id: string, payload: SudoToken): Promise<void>
}

export function createProviderSettings({ request }: AdminHost): ProviderSettings {
  return {
    list: () => request<typeof listProviderSettings>('GET', '/v1/admin/providers', { auth: true }),
    save: (provider_id, { sudo_token, ...body }) =>
      request<typeof saveProviderSettings>('PUT', '/v1/admin/providers/{provider_id}', {
        ...withSudo(sudo_token),
        params: { provider_id },
        body,
      }),
    async remove(provider_id, { sudo_token }) {
      await request<typeof removeProviderSettings>('DELETE', '/v1/admin/providers/{provider_id}', {
        ...withSudo(sudo_token),
        params: { provider_id },
      })
    },
  }
}
