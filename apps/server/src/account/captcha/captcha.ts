import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { GuardedCall } from '../../http/guards.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { resolveClient } from '../clients/clients.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { spendToken } from '../tokens/spent-tokens.ts'
import { normalisedContact } from '../users/contact.ts'
import type { Challenges } from './challenge.ts'
import type { Risk } from './risk.ts'

const TTL_MS = 300 * 1000

export interface CaptchaRequest {
  action: string
  device_id?: string | undefined
  meta: Record<string, string>
  solution?: string | undefined
}

export type StartedCaptcha = { expiresIn: number } & ({ token: string } | { challenge: object })

export interface Captcha {
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

  async function grant(subject: string, work: number): Promise<StartedCaptcha> {
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

  return {
    async start(request, caller) {
      const contact = normalisedContact(request.meta)
      const deviceId = caller.deviceId ?? request.device_id
      const subject = subjectOf({ action: request.action, contact, deviceId, caller })
      if (request.solution !== undefined) return redeem(request.solution, subject)
      const work = (await risks.get(request.action)?.assess({ contact, caller })) ?? 0
      if (work === 0) return grant(subject, 0)
      return { challenge: await challenges.create(subject, work), expiresIn: TTL_MS / 1000 }
    },

    async check({ action, when, token, caller, body }) {
      const contact = normalisedContact(body)
      const work = (await risks.get(action)?.attempt({ contact, caller })) ?? 0
      if (when === 'when-risky' && work === 0) return
      if (!token) throw required()
      const claims = await captchaTokens.verify(token)
      if (claims?.subject !== subjectOf({ action, contact, deviceId: caller.deviceId, caller })) {
        throw invalid('the captcha token is expired or was made for another call')
      }
      // The risk may have risen by a step while the captcha was being solved.
      if (Number(claims.work) * 2 < work) throw required()
      const expiresAt = Number(claims.exp) * 1000
      const isFresh = await db.write((writer) => spendToken(writer, String(claims.jti), expiresAt))
      if (!isFresh) throw invalid('the captcha token was used before')
    },
  }
}

/** A digest, so that neither token nor challenge carries the contact in the clear. */
function subjectOf(call: {
  action: string
  contact: string
  deviceId: string | undefined
  caller: Caller
}): string {
  const parts = [
    call.action,
    resolveClient(call.caller.clientId),
    call.deviceId ?? '',
    call.contact,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function required(): ServiceError {
  return new ServiceError('captcha_required', {
    description: 'get a captcha token for this call at /v1/shield/captcha/init',
  })
}

function invalid(description: string): ServiceError {
  return new ServiceError('captcha_invalid', { description })
}
