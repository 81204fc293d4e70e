import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { GuardedCall } from '../../http/guards.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import { normalisedContact } from '../users/contact.ts'
import { captchaSubject } from './captcha-subject.ts'
import type { Challenges } from './challenge.ts'
import { createDeclaredAction } from './declared-action.ts'
import type { Risk } from './risk.ts'

const TTL_MS = 300 * 1000

/** Which call a captcha is wanted for. */
export interface CaptchaTarget {
  action: string
  device_id?: string | undefined
  meta: Record<string, string>
}

export interface CaptchaRequest extends CaptchaTarget {
  solution?: string | undefined
}

export interface GrantedCaptcha {
  token: string
  expiresIn: number
}

export type StartedCaptcha = GrantedCaptcha | { challenge: object; expiresIn: number }

export interface Captcha {
  /** What a token for this call is bound to, and how much work it must be worth. */
  assess(target: CaptchaTarget, caller: Caller): Promise<{ subject: string; work: number }>
  grant(subject: string, work: number): Promise<GrantedCaptcha>
  start(request: CaptchaRequest, caller: Caller): Promise<StartedCaptcha>
  check(call: GuardedCall): Promise<void>
}

export interface CaptchaParts {
  db: Database
  clock: Clock
  random: Random
  challenges: Challenges
  captchaTokens: InternalTokens
  /** By action: `POST:/v1/auth/signin`. */
  risks: ReadonlyMap<string, Risk>
}

/**
 * A captcha token is bound to client, device, action and contact, and works once. It says how much
 * work was done for it, so that tokens gathered while the risk was low do not help when it is high.
 */
export function createCaptcha(parts: CaptchaParts): Captcha {
  const { db, clock, random, challenges, captchaTokens, risks } = parts
  const toDeclared = createDeclaredAction(risks.keys())

  const contactOf = (action: string, payload: unknown) =>
    risks.get(action)?.subjectOf?.(payload) ?? normalisedContact(payload)

  async function grant(subject: string, work: number): Promise<GrantedCaptcha> {
    const jti = createId(random, clock.now())
    const token = await captchaTokens.sign({ jti, subject, work }, TTL_MS)
    return { token, expiresIn: TTL_MS / 1000 }
  }

  async function redeem(solution: string, subject: string): Promise<StartedCaptcha> {
    const solved = await challenges.verify(solution, subject)
    const isFresh =
      solved !== undefined &&
      (await db.write((writer) => spendToken(writer, solved.id, solved.expiresAt)))
    if (!isFresh) throw invalid('the solution is wrong, expired or was used before')
    return grant(subject, solved.work)
  }

  async function spend(token: string, subject: string, work: number): Promise<void> {
    const claims = await captchaTokens.verify(token)
    if (claims?.subject !== subject) {
      throw invalid('the captcha token is expired or was made for another call')
    }
    // The risk may have risen by a step while the captcha was being solved.
    if (Number(claims.work) * 2 < work) {
      throw invalid('the captcha token was made at a lower risk; get a new one')
    }
    const expiresAt = Number(claims.exp) * 1000
    const isFresh = await db.write((writer) => spendToken(writer, String(claims.jti), expiresAt))
    if (!isFresh) throw invalid('the captcha token was used before')
  }

  async function assess({ action: sent, device_id, meta }: CaptchaTarget, caller: Caller) {
    const action = toDeclared(sent)
    const contact = contactOf(action, meta)
    const work = (await risks.get(action)?.assess({ contact, caller })) ?? 0
    return {
      subject: captchaSubject({ action, contact, caller, namedDevice: device_id }),
      work: Math.max(work, leastWork(caller)),
    }
  }

  return {
    assess,
    grant,

    async start(request, caller) {
      const { subject, work } = await assess(request, caller)
      if (request.solution !== undefined) return redeem(request.solution, subject)
      if (work === 0) return grant(subject, 0)
      return { challenge: await challenges.create(subject, work), expiresIn: TTL_MS / 1000 }
    },

    async check({ action, when, token, caller, body }) {
      const contact = contactOf(action, body)
      const risk = risks.get(action)
      const asked = (await risk?.attempt({ contact, caller })) ?? 0
      const work = Math.max(asked, leastWork(caller))
      if (when === 'when-risky' && work === 0) return
      try {
        if (!token) throw required(caller)
        await spend(token, captchaSubject({ action, contact, caller }), work)
      } catch (error) {
        await risk?.withdraw?.({ contact, caller })
        throw error
      }
    },
  }
}

/** A device that brings somebody else's sign, or one that it made up, has something to explain. */
function leastWork({ device }: Caller): number {
  return device === 'forged' ? 1 : 0
}

/** The honest owner of a sign that is not ours, as after the server was set up anew, can drop it. */
function required({ device }: Caller): ServiceError {
  return new ServiceError('captcha_required', {
    description: 'get a captcha token for this call at /v1/shield/captcha/init',
    ...(device === 'forged' && {
      details: [
        { '@type': ERROR_INFO, reason: 'unknown_device_sign', domain: 'device', metadata: {} },
      ],
    }),
  })
}

function invalid(description: string): ServiceError {
  return new ServiceError('captcha_invalid', { description })
}
