/** What an app asks in the address that it sends people to (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2.1). */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  response_type?: string
  scope?: string
  state?: string
  nonce?: string
  code_challenge?: string
  code_challenge_method?: 'S256'
  sign_out_uri?: string
  max_age?: number
  prompts: ReadonlySet<string>
  /** Who the app thinks it is: for the sign-in page alone. */
  loginHint?: string
}

/** The request as it was written, or nothing if it names no app or no way back. */
export function readAuthorizationRequest(raw: string): AuthorizationRequest | undefined {
  const sent = new URLSearchParams(raw)
  const client_id = sent.get('client_id')
  const redirect_uri = sent.get('redirect_uri')
  if (!client_id || !redirect_uri || sent.has('error')) return undefined
  const request: AuthorizationRequest = {
    client_id,
    redirect_uri,
    prompts: new Set((sent.get('prompt') ?? '').split(' ').filter(Boolean)),
  }
  for (const field of textFields) {
    const value = sent.get(field)
    if (value !== null) request[field] = value
  }
  if (sent.get('code_challenge_method') === 'S256') request.code_challenge_method = 'S256'
  const loginHint = sent.get('login_hint')
  if (loginHint) request.loginHint = loginHint
  const maxAge = sent.get('max_age')
  if (maxAge !== null && /^\d{1,9}$/.test(maxAge)) request.max_age = Number(maxAge)
  return request
}

/** ENT-15: what is sent to learn who asks and for what. */
export function toInfoQuery(request: AuthorizationRequest, locale: string) {
  const { client_id, response_type, redirect_uri, state, scope, sign_out_uri } = request
  return {
    client_id,
    ...(response_type === undefined ? {} : { response_type }),
    redirect_uri,
    ...(state === undefined ? {} : { state }),
    ...(scope === undefined ? {} : { scope }),
    ...(sign_out_uri === undefined ? {} : { sign_out_uri }),
    locale,
  }
}

/** The mistake that the server has found already, if it sent the person here to read of it. */
export function readMistake(raw: string): string | undefined {
  return new URLSearchParams(raw).get('error') ?? undefined
}

/**
 * The same request once the person has done what it prompts for, so that they are not asked again. A
 * sign-in that was made for this request is young enough while they read what they allow: otherwise
 * `max_age=0` would ask for ever.
 */
export function withoutSignInPrompt(raw: string): string {
  const sent = new URLSearchParams(raw)
  const left = (sent.get('prompt') ?? '')
    .split(' ')
    .filter((prompt) => prompt !== 'login' && prompt !== 'select_account')
  if (left.join('') === '') sent.delete('prompt')
  else sent.set('prompt', left.join(' '))
  const maxAge = sent.get('max_age')
  if (maxAge !== null && Number(maxAge) < READING_SECONDS) {
    sent.set('max_age', String(READING_SECONDS))
  }
  return sent.toString()
}

/** The redirect URI with an answer added; the rest of it stays as it is, letter by letter. */
export function toAnswerAddress(
  redirectUri: string,
  answer: Record<string, string | undefined>,
): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) added.set(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`
}

const READING_SECONDS = 300

const textFields = [
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'sign_out_uri',
] as const
