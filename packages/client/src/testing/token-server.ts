/** Twice the same refresh token within this time gets the same answer; later it is theft. */
const REPLAY_MS = 30_000

/**
 * The rules of the account server about tokens, in memory and without time of its own: rotating
 * refresh tokens with one successor for racing tabs, access tokens that end, theft that ends all.
 * The end of an access token is in whole seconds, as in every JWT: up to a second before its lifetime is over.
 */
export function createTokenServer(now: () => number, lifetimeSeconds = 7200) {
  let issued = 0
  let thefts = 0
  let isCut = false
  let inFlight = 0
  let mostInFlight = 0
  const sessions = new Map<string, boolean>()
  const refreshTokens = new Map<string, { session: string; usedAt?: number; answer?: object }>()
  const accessTokens = new Map<string, { session: string; endsAt: number }>()

  function issue(session: string): object {
    issued += 1
    refreshTokens.set(`refresh-${issued}`, { session })
    const endsAt = (Math.floor(now() / 1000) + lifetimeSeconds) * 1000
    accessTokens.set(`Bearer access-${issued}`, { session, endsAt })
    return {
      token_type: 'Bearer',
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      expires_in: lifetimeSeconds,
      sub: 'user-ana',
    }
  }

  function refresh(token: string): object {
    const held = refreshTokens.get(token)
    if (!held || !sessions.get(held.session)) return { error: 'invalid_grant' }
    if (held.usedAt === undefined) {
      held.usedAt = now()
      held.answer = issue(held.session)
    } else if (now() - held.usedAt > REPLAY_MS) {
      thefts += 1
      sessions.set(held.session, false)
      return { error: 'invalid_grant' }
    }
    return held.answer ?? {}
  }

  function answer(path: string, init: RequestInit): object {
    const body = init.body ? JSON.parse(String(init.body)) : {}
    if (path === '/v1/auth/signin') {
      const session = `session-${issued}`
      sessions.set(session, true)
      return issue(session)
    }
    if (path === '/v1/auth/token') return refresh(body.refresh_token)
    if (path === '/v1/auth/revoke') {
      const held = refreshTokens.get(body.token) ?? accessTokens.get(`Bearer ${body.token}`)
      if (held) sessions.set(held.session, false)
      return {}
    }
    const held = accessTokens.get(new Headers(init.headers).get('authorization') ?? '')
    const isGood = held && held.endsAt > now() && sessions.get(held.session)
    return isGood ? { sub: 'user-ana' } : { error: 'unauthenticated' }
  }

  return {
    thefts: () => thefts,
    mostTokenRequestsAtOnce: () => mostInFlight,
    cut() {
      isCut = true
    },
    mend() {
      isCut = false
    },
    /** A fetch whose requests arrive when the caller delivers them; an aborted one never does. */
    openWire(send: (deliver: () => void) => unknown) {
      return (url: string, init: RequestInit): Promise<Response> => {
        const path = new URL(url).pathname
        const { promise, resolve, reject } = Promise.withResolvers<Response>()
        let isOver = false
        const end = () => {
          isOver = true
          if (path === '/v1/auth/token') inFlight -= 1
        }
        if (path === '/v1/auth/token') inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        init.signal?.addEventListener('abort', () => {
          if (!isOver) end()
          reject(new DOMException('aborted', 'AbortError'))
        })
        send(() => {
          if (isOver) return
          end()
          if (isCut) reject(new TypeError('fetch failed'))
          else {
            const date = new Date(now()).toUTCString()
            resolve(Response.json(answer(path, init), { headers: { date } }))
          }
        })
        return promise
      }
    },
  }
}
