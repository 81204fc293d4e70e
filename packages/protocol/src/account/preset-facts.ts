/** What a provider may need beside the client id. */
export type ProviderPart = 'client_secret' | 'issuer' | 'team_id' | 'key_id' | 'app_client_ids'

interface PresetFacts {
  /** What people read on the button. */
  name: string
  needs: readonly ProviderPart[]
  takes: readonly ProviderPart[]
}

const SECRET = ['client_secret'] as const
const ISSUER = ['issuer'] as const
const APPS = ['app_client_ids'] as const

/** The third parties that we know how to talk to; `oidc` is any other that speaks OpenID Connect. */
export const presetFacts = {
  google: { name: 'Google', needs: SECRET, takes: APPS },
  apple: { name: 'Apple', needs: ['client_secret', 'team_id', 'key_id'], takes: APPS },
  microsoft: { name: 'Microsoft', needs: SECRET, takes: [...ISSUER, ...APPS] },
  github: { name: 'GitHub', needs: SECRET, takes: ISSUER },
  gitlab: { name: 'GitLab', needs: SECRET, takes: [...ISSUER, ...APPS] },
  line: { name: 'LINE', needs: SECRET, takes: APPS },
  kakao: { name: 'Kakao', needs: SECRET, takes: APPS },
  facebook: { name: 'Facebook', needs: SECRET, takes: [] },
  wechat: { name: 'WeChat', needs: SECRET, takes: [] },
  oidc: { name: 'OpenID Connect', needs: ISSUER, takes: [...SECRET, ...APPS] },
} as const satisfies Record<string, PresetFacts>

export type ProviderPreset = keyof typeof presetFacts

export function factsOfPreset(preset: ProviderPreset): PresetFacts {
  return presetFacts[preset]
}
