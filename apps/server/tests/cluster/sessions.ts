import { setTimeout as wait } from 'node:timers/promises'
import { type Chance, pick } from '../testing/chance.ts'
import { PASSWORD } from '../testing/person.ts'
import { openRaw, type RawAnswer } from '../testing/raw-calls.ts'
import type { History } from './history.ts'
import type { Account } from './people.ts'

interface Session {
  name: string
  accessToken: string
  /** The latest that was answered. */
  refreshToken: string
  state: 'live' | 'revoked' | 'unknown'
}

export interface SessionsParts {
  url: string
  account: Account
  history: History
  chance: Chance
  name: string
  pauseMs: number
}

const MAX_LIVE = 4

/** Signs in, refreshes and signs out, and remembers which sessions must be live and which dead. */
export class Sessions {
  readonly #parts: SessionsParts
  readonly #sessions: Session[] = []
  #count = 0

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const live = this.#live()
      const session = pick(this.#parts.chance, live)
      const dice = this.#parts.chance()
      if (!session || (dice < 0.2 && live.length < MAX_LIVE)) await this.#signIn()
      else if (dice < 0.35) await this.#signOut(session)
      else await this.#refresh(session)
      await wait(this.#parts.pauseMs * this.#parts.chance() * 2)
    }
  }

  /** When nothing goes wrong any more: what is wrong, in words. */
  async check(): Promise<string[]> {
    const wrong: string[] = []
    for (const session of this.#sessions) {
      const { name, state, accessToken, refreshToken } = session
      if (state === 'unknown') continue
      const rotated = await answered(() => this.#token(refreshToken))
      const token = rotated.body.access_token ?? accessToken
      const me = await answered(() => this.#call('GET /v1/user/me', { token }))
      const found = `${rotated.status} ${rotated.body.error ?? ''}, me ${me.status}`
      const isRight =
        state === 'live'
          ? rotated.status === 200 && me.status === 200
          : rotated.body.error === 'invalid_grant' && me.status === 401
      if (!isRight) wrong.push(`session ${name} is ${state}, and the server says ${found}`)
    }
    return wrong
  }

  get counts() {
    return { sessions: this.#sessions.length, live: this.#live().length }
  }

  #live(): Session[] {
    return this.#sessions.filter(({ state }) => state === 'live')
  }

  async #signIn(): Promise<void> {
    const { account } = this.#parts
    const body = { email: account.email, password: PASSWORD }
    const answer = await this.#record('sign-in', this.#call('POST /v1/auth/signin', { body }))
    if (answer?.status !== 200) return
    const { access_token: accessToken, refresh_token: refreshToken } = answer.body
    const name = `${this.#parts.name}-${this.#count++}`
    this.#sessions.push({ name, accessToken, refreshToken, state: 'live' })
  }

  /** One whose answer is lost is sent again with the same token, as a client that knows no other does. */
  async #refresh(session: Session): Promise<void> {
    const answer = await this.#record(`refresh ${session.name}`, this.#token(session.refreshToken))
    if (answer?.status !== 200) return
    session.accessToken = answer.body.access_token
    session.refreshToken = answer.body.refresh_token
  }

  async #signOut(session: Session): Promise<void> {
    const body = { token: session.refreshToken, token_type_hint: 'refresh_token' }
    session.state = 'unknown'
    const answer = await this.#record(
      `sign-out ${session.name}`,
      this.#call('POST /v1/auth/revoke', { body }),
    )
    if (answer?.status === 200) session.state = 'revoked'
  }

  #token(refresh_token: string): Promise<RawAnswer> {
    const body = { grant_type: 'refresh_token', refresh_token, client_id: 'awan-cli' }
    return this.#call('POST /v1/auth/token', { body })
  }

  #call(call: `${string} /${string}`, sent: { body?: object; token?: string }) {
    const { url, chance } = this.#parts
    const part = () => Math.floor(chance() * 250)
    return openRaw(url)(call, { ...sent, address: `198.19.${part()}.${part()}` })
  }

  /** Undefined where no answer of ours came. */
  async #record(what: string, call: Promise<RawAnswer>): Promise<RawAnswer | undefined> {
    const { history, name: who } = this.#parts
    try {
      const answer = await call
      const { status, body } = answer
      const ending = status === 200 ? 'yes' : status >= 500 ? 'unknown' : 'no'
      history.add({
        who,
        what,
        ending,
        ...(status !== 200 && { error: `${status} ${JSON.stringify(body)}` }),
      })
      return answer
    } catch (error) {
      // fetch throws TypeError when the other side is gone, and nothing else does.
      if (!(error instanceof TypeError)) throw error
      history.add({ who, what, ending: 'unknown', error: String(error.cause ?? error) })
      return undefined
    }
  }
}

/** By a server of ours, however often it takes to ask. */
async function answered(ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (;;) {
    try {
      const answer = await ask()
      if (answer.status < 500) return answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
}
