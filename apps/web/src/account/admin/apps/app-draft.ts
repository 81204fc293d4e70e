import type { AdminApp } from '@awan/client/admin'

/** What an app can ask people for, as the server knows it (docs/operate/apps.md). */
export const appScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'offline',
  'drive.read',
  'drive',
] as const
export type AppScope = (typeof appScopes)[number]

export const algorithms = ['RS256', 'ES256'] as const

/** An app as it is being written down. */
export interface AppDraft {
  name: string
  description: string
  url: string
  picture: string
  /** One a line. */
  redirectUris: string
  signOutUris: string
  scopes: AppScope[]
  algorithm: AdminApp['id_token_signed_response_alg']
  isConfidential: boolean
  requiresPkce: boolean
}

export const emptyApp: AppDraft = {
  name: '',
  description: '',
  url: '',
  picture: '',
  redirectUris: '',
  signOutUris: '',
  scopes: ['openid', 'profile'],
  algorithm: 'RS256',
  isConfidential: true,
  requiresPkce: true,
}

export function toAppDraft(app: AdminApp): AppDraft {
  const scopes = app.scope.split(' ')
  return {
    name: app.name,
    description: app.description ?? '',
    url: app.url ?? '',
    picture: app.picture ?? '',
    redirectUris: app.redirect_uris.join('\n'),
    signOutUris: app.sign_out_uris.join('\n'),
    scopes: appScopes.filter((name) => scopes.includes(name)),
    algorithm: app.id_token_signed_response_alg,
    isConfidential: app.is_confidential,
    requiresPkce: app.requires_pkce,
  }
}

export type UriProblem =
  | 'admin.uri.whole'
  | 'admin.uri.fragment'
  | 'admin.uri.user'
  | 'admin.uri.wildcard'
  | 'admin.uri.http'
  | 'admin.uri.scheme'

export interface AppProblems {
  name?: 'admin.app.name.missing'
  url?: 'admin.uri.https'
  picture?: 'admin.uri.https'
  redirectUris?: 'admin.app.redirect.missing' | { problem: UriProblem; uri: string }
  signOutUris?: { problem: UriProblem; uri: string }
  scopes?: 'admin.app.scope.missing'
}

/** Everything that keeps the draft from being registered. */
export function findAppProblems(draft: AppDraft): AppProblems {
  const redirect = findLineProblem(draft.redirectUris)
  const signOut = findLineProblem(draft.signOutUris)
  return {
    ...(draft.name.trim() === '' && { name: 'admin.app.name.missing' as const }),
    ...(!isHttpsOrEmpty(draft.url) && { url: 'admin.uri.https' as const }),
    ...(!isHttpsOrEmpty(draft.picture) && { picture: 'admin.uri.https' as const }),
    ...(toLines(draft.redirectUris).length === 0
      ? { redirectUris: 'admin.app.redirect.missing' as const }
      : redirect && { redirectUris: redirect }),
    ...(signOut && { signOutUris: signOut }),
    ...(draft.scopes.length === 0 && { scopes: 'admin.app.scope.missing' as const }),
  }
}

/** As the wire has it; what is empty is left out. */
export function toAppFields(draft: AppDraft) {
  const { description, url, picture } = draft
  return {
    name: draft.name.trim(),
    description: description.trim() || undefined,
    url: url.trim() || undefined,
    picture: picture.trim() || undefined,
    redirect_uris: toLines(draft.redirectUris),
    sign_out_uris: toLines(draft.signOutUris),
    scope: draft.scopes.join(' '),
    id_token_signed_response_alg: draft.algorithm,
    requires_pkce: draft.requiresPkce || !draft.isConfidential,
  }
}

type AppFields = ReturnType<typeof toAppFields>
type Emptied = 'description' | 'url' | 'picture'
type AppChange = Partial<Omit<AppFields, Emptied> & Record<Emptied, string | null>>

/** What differs from the app as it was shown: a change that another administrator made meanwhile stays. Null empties. */
export function toAppChange(draft: AppDraft, seen: AppDraft): AppChange {
  const before: Record<string, unknown> = toAppFields(seen)
  const changed = Object.entries(toAppFields(draft))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => [name, value ?? null])
  return Object.fromEntries(changed)
}

/** The lines that have something in them. */
export function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What the server refuses too, said before it is asked (RFC 8252, RFC 9700). */
export function findUriProblem(text: string): UriProblem | undefined {
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text) || text.length > 2048) return 'admin.uri.whole'
  if (text.includes('#')) return 'admin.uri.fragment'
  if (url.username !== '' || url.password !== '') return 'admin.uri.user'
  if (text.includes('*')) return 'admin.uri.wildcard'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') {
    return ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname) ? undefined : 'admin.uri.http'
  }
  return url.protocol.includes('.') ? undefined : 'admin.uri.scheme'
}

function findLineProblem(text: string) {
  for (const uri of toLines(text)) {
    const problem = findUriProblem(uri)
    if (problem) return { problem, uri }
  }
  return undefined
}

function isHttpsOrEmpty(text: string): boolean {
  return text.trim() === '' || URL.parse(text.trim())?.protocol === 'https:'
}
