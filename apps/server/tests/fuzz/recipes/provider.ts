import { CLIENT } from '../../../src/account/providers/testing/identity-provider.ts'
import type { ProviderConfig } from '../../../src/config/providers.ts'
import { Secret } from '../../../src/kernel/secret.ts'

export const PROVIDER_ID = 'home'
export const PROVIDER_CALLBACK = 'http://localhost/provider-callback'

/** A third party that stands on this machine. */
export function homeProvider(issuer: string): ProviderConfig {
  return {
    id: PROVIDER_ID,
    preset: 'oidc',
    name: 'Home',
    clientId: CLIENT.id,
    clientSecret: new Secret(CLIENT.secret),
    issuer,
    teamId: undefined,
    keyId: undefined,
  }
}
