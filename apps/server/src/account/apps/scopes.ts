/**
 * What a token can be good for. `drive` includes what `drive.read` allows; `user` is the management of the
 * account itself.
 */
export const scopeNames = [
  'openid',
  'profile',
  'email',
  'phone',
  'offline',
  'drive.read',
  'drive',
  'user',
] as const
export type ScopeName = (typeof scopeNames)[number]

/** A third-party app never gets the account itself, even if the person agrees. */
export const appScopes: readonly ScopeName[] = scopeNames.filter((name) => name !== 'user')

/** Known and unknown names, each once; OpenID Connect calls `offline` by a longer name. */
export function parseScope(text: string | undefined): string[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '')
  return [...new Set(names.map((name) => (name === 'offline_access' ? 'offline' : name)))]
}

export function isWithin(wanted: readonly string[], allowed: readonly string[]): boolean {
  return wanted.every((name) => allowed.includes(name))
}
