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
  return [...readWords(text).keys()]
}

/** The same scope in the words of the app, which compares them with what it asked for. */
export function cleanScope(text: string | undefined): string {
  return [...readWords(text).values()].join(' ')
}

/** Each name, and how it was written first. */
function readWords(text: string | undefined): Map<string, string> {
  const words = new Map<string, string>()
  for (const word of (text ?? '').split(' ')) {
    const name = word === 'offline_access' ? 'offline' : word
    if (word !== '' && !words.has(name)) words.set(name, word)
  }
  return words
}

export function isWithin(wanted: readonly string[], allowed: readonly string[]): boolean {
  return wanted.every((name) => allowed.includes(name))
}
