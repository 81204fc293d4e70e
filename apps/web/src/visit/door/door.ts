import type { AwanClient } from '@awan/client'
import { openVisit, sendVisitorCode, type Visit } from '@awan/client/links'
import { ERROR_INFO, isServiceError } from '@awan/protocol/errors'
import type { KeptVisit } from './kept-visit.ts'

/** How far a visitor has come. */
export type DoorState =
  | { step: 'opening' }
  | { step: 'password'; problem: 'wrong' | 'too-many' | undefined; isBusy: boolean }
  | { step: 'name'; isBusy: boolean }
  | { step: 'email' }
  | { step: 'invalid' }
  | { step: 'failed'; error: unknown }
  | { step: 'open'; visit: Visit; person: string | undefined }

export interface Door {
  /** What this tab keeps of the visit. */
  readonly kept: KeptVisit
  /** The same object until something changes. */
  state(): DoorState
  /** The name of whoever is signed in, once it is known; also before the link is open. */
  person(): string | undefined
  subscribe(listener: () => void): () => void
  /** Opens the link, as the same visitor where there was an earlier visit in this tab. */
  open(): Promise<void>
  givePassword(password: string): Promise<void>
  giveName(name: string): Promise<void>
  /** Gives the id of the code. Rejects with what is wrong with the address, or with why no mail leaves. */
  sendCode(email: string): Promise<string | undefined>
  /** Rejects with what is wrong with the code. */
  giveCode(code: { id: string; code: string }): Promise<void>
  /** Renews the visit. Resolves to whether it goes on. */
  check(): Promise<boolean>
}

/** The `LINK_…_REASON` of the protocol, whose schemas this page does without. */
const PASSWORD = 'LINK_PASSWORD'
const NAME = 'LINK_VISITOR_NAME'
const EMAIL = 'LINK_VISITOR_EMAIL'

/** Asks for what the link wants before it opens, one thing at a time. */
export function createDoor({
  client,
  token,
  kept,
  forgetSession,
}: {
  client: AwanClient
  token: string
  kept: KeptVisit
  /** The session of the visitor's account was refused. */
  forgetSession: () => void
}): Door {
  const listeners = new Set<() => void>()
  let state: DoorState = { step: 'opening' }
  let given: { password?: string; name?: string; emailCode?: { id: string; code: string } } = {}

  let person: string | undefined
  let greeting: Promise<void> | undefined

  function become(next: DoorState): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function enter(): Promise<void> {
    try {
      const visit = await withoutRefusedSession(openAs)
      kept.keep(visit.token())
      given = {}
      become({ step: 'open', visit, person })
      void greet()
    } catch (error) {
      const { emailCode, ...rest } = given
      given = rest
      if (emailCode && isServiceError(error, ...ABOUT_CODES)) throw error
      react(error)
    }
  }

  const openAs = () => openVisit(client, { token, ...given, visitToken: kept.read()?.visitToken })

  /** A session that the server refuses is left out. */
  async function withoutRefusedSession<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!isServiceError(error, 'unauthenticated')) throw error
      forgetSession()
      return call()
    }
  }

  /** The name of a signed-in visitor; nobody waits for it, and without a network it is left out. */
  function greet(): Promise<void> {
    greeting ??= (async () => {
      if (client.session.state().status === 'signed-out') return
      const profile = await client.user.me().catch(() => undefined)
      if (!profile?.name) return
      person = profile.name
      become(state.step === 'open' ? { ...state, person } : { ...state })
    })()
    return greeting
  }

  function react(error: unknown): void {
    const hasSaid = given.password !== undefined
    // Whoever is asked for something sees as whom they are here, as behind the door.
    if (reasonOf(error) !== undefined) void greet()
    if (isServiceError(error, 'not_found')) {
      kept.forget()
      become({ step: 'invalid' })
    } else if (reasonOf(error) === PASSWORD) {
      const { password: _, ...rest } = given
      given = rest
      become({ step: 'password', problem: hasSaid ? 'wrong' : undefined, isBusy: false })
    } else if (reasonOf(error) === NAME) become({ step: 'name', isBusy: false })
    else if (reasonOf(error) === EMAIL) become({ step: 'email' })
    else if (hasSaid && isServiceError(error, 'resource_exhausted')) {
      become({ step: 'password', problem: 'too-many', isBusy: false })
    } else become({ step: 'failed', error })
  }

  return {
    kept,
    state: () => state,
    person: () => person,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: enter,
    async givePassword(password) {
      given = { ...given, password }
      become({ step: 'password', problem: undefined, isBusy: true })
      await enter()
    },
    async giveName(name) {
      given = { ...given, name }
      become({ step: 'name', isBusy: true })
      await enter()
    },
    async sendCode(email) {
      try {
        const { password } = given
        return (await sendVisitorCode(client, { token, password, email })).code_id
      } catch (error) {
        // Somebody has revoked or changed the link meanwhile.
        const isOther = isServiceError(error, 'not_found', 'permission_denied')
        if (!isOther) throw error
        react(error)
        return undefined
      }
    },
    async giveCode(emailCode) {
      given = { ...given, emailCode }
      await enter()
    },
    async check() {
      if (state.step !== 'open') return false
      const { visit, person } = state
      try {
        const answer = await withoutRefusedSession(visit.renew)
        kept.keep(answer.visit_token)
        const { host, token, renew } = visit
        const now: Visit = { ...answer, host, token, renew }
        if (toTold(now) !== toTold(visit)) become({ step: 'open', visit: now, person })
        return true
      } catch (error) {
        // Without a network what is on the screen stays.
        if (isServiceError(error, 'unreachable') || isServiceError(error, 'deadline_exceeded')) {
          return true
        }
        react(error)
        return false
      }
    },
  }
}

const ABOUT_CODES = ['invalid_verification_code', 'expired_verification_code'] as const

/** What its owner can change while somebody is there. */
function toTold({ role, label, owner_name, allow_download, downloads_left, drop, node }: Visit) {
  return JSON.stringify([role, label, owner_name, allow_download, downloads_left, drop, node])
}

function reasonOf(error: unknown): string | undefined {
  if (!isServiceError(error)) return undefined
  for (const detail of error.details) {
    if (detail['@type'] === ERROR_INFO && 'reason' in detail) return String(detail.reason)
  }
  return undefined
}
