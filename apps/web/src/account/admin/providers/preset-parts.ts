import type { presetFacts } from '@awan/protocol/account'

export type ProviderPreset = keyof typeof presetFacts
export type ProviderPart = 'client_secret' | 'issuer' | 'team_id' | 'key_id' | 'app_client_ids'

interface Parts {
  name: string
  needs: readonly ProviderPart[]
  takes: readonly ProviderPart[]
}

/**
 * What each third party needs. The compiler holds it equal to the protocol's own table, whose module
 * would bring every schema along.
 */
const table: typeof presetFacts = {
  google: { name: 'Google', needs: ['client_secret'], takes: ['app_client_ids'] },
  apple: {
    name: 'Apple',
    needs: ['client_secret', 'team_id', 'key_id'],
    takes: ['app_client_ids'],
  },
  microsoft: {
    name: 'Microsoft',
    needs: ['client_secret'],
    takes: ['issuer', 'app_client_ids'],
  },
  github: { name: 'GitHub', needs: ['client_secret'], takes: ['issuer'] },
  gitlab: { name: 'GitLab', needs: ['client_secret'], takes: ['issuer', 'app_client_ids'] },
  line: { name: 'LINE', needs: ['client_secret'], takes: ['app_client_ids'] },
  kakao: { name: 'Kakao', needs: ['client_secret'], takes: ['app_client_ids'] },
  facebook: { name: 'Facebook', needs: ['client_secret'], takes: [] },
  wechat: { name: 'WeChat', needs: ['client_secret'], takes: [] },
  oidc: {
    name: 'OpenID Connect',
    needs: ['issuer'],
    takes: ['client_secret', 'app_client_ids'],
  },
}

/** In the order of the protocol: the best known first, and anybody who speaks OpenID Connect last. */
export const presets = Object.keys(table) as ProviderPreset[]

export function factsOfPreset(preset: ProviderPreset): Parts {
  return table[preset]
}
