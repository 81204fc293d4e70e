import { headers } from '@awan/protocol'
import type { startCaptcha } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { isFilledText } from '../../fields.ts'
import type { Call, RequestFunction } from '../../request/call.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { unlessCancelled } from '../../runtime/wait.ts'
import { solveChallenge } from './solve-challenge.ts'

/** What a person must solve. */
export interface CaptchaQuestion {
  /** The page that asks it. Without one, ask by `waysIn.captcha`: this device could not compute. */
  url?: string
  /** The call that it guards: `POST:/v1/auth/signin`. */
  action: string
  /** The contact in that call; `waysIn.captcha.start` wants it. */
  meta: Record<string, string>
}

/** Asks a person and gives the captcha token that it ends with. */
export type AskPerson = (question: CaptchaQuestion) => Promise<string>

export interface CaptchaOptions {
  runtime: Runtime
  request: RequestFunction
  clientId: string
  deviceId: () => string
  onCaptcha?: AskPerson | undefined
  /** The last token that was refused, to be named in the next question; kept here between calls. */
  refusedToken?: string | undefined
}

export type GuardedCall = Call & { captcha: { meta: Record<string, string> } }

/** A device that needs longer is one on which a person is faster. */
export const SOLVE_LIMIT_MS = 20_000

/**
 * A captcha token for one call: given at once, for a proof of work, or for what a person solves. Where
 * the work fails or takes too long, a person is asked if there is one.
 */
export async function earnToken(
  options: CaptchaOptions,
  call: GuardedCall,
  refusal: unknown,
): Promise<string> {
  // As of a server that was set up anew: until the next report, no sign is better than one like that.
  if (isAboutSign(refusal)) {
    const { forgetIdentity } = await import('../../device/keep-identity.ts')
    forgetIdentity(options.runtime)
  }
  const { request, clientId, deviceId, onCaptcha, refusedToken } = options
  const { signal } = call
  const action = `${call.method ?? 'GET'}:${call.path}`
  const init = (solution?: string) =>
    request<typeof startCaptcha>('POST', '/v1/shield/captcha/init', {
      signal,
      body: {
        action,
        client_id: clientId,
        device_id: deviceId(),
        captcha_token: call.headers?.[headers.captchaToken] ?? refusedToken,
        meta: call.captcha.meta,
        solution,
      },
    })
  const { meta } = call.captcha
  const ask = (url?: string) => {
    const asked = askPerson(onCaptcha, { ...(url !== undefined && { url }), action, meta })
    return signal ? unlessCancelled(asked, signal) : asked
  }
  let { captcha_token: token, challenge, url } = await init()
  if (!token && challenge) {
    try {
      const solution = await solveInTime(options, challenge, signal)
      ;({ captcha_token: token, url } = await init(solution))
    } catch (error) {
      if (!onCaptcha || signal?.aborted || !isUnsolved(error)) throw error
      token = await ask()
    }
  }
  if (!token && isAddress(url)) token = await ask(url)
  if (isFilledText(token)) return token
  throw new ServiceError('captcha_invalid', { description: 'the captcha gave no token' })
}

function isAboutSign(refusal: unknown): boolean {
  return (
    isServiceError(refusal) &&
    refusal.details.some((detail) => 'reason' in detail && detail.reason === 'unknown_device_sign')
  )
}

async function solveInTime(
  { runtime, onCaptcha }: CaptchaOptions,
  challenge: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<string> {
  // Nobody to ask: then slowly is better than not at all.
  if (!onCaptcha) return solveChallenge(runtime, challenge, signal)
  const limit = new AbortController()
  const stopTimer = runtime.startTimer(SOLVE_LIMIT_MS, () => limit.abort())
  const either = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal
  try {
    return await solveChallenge(runtime, challenge, either)
  } finally {
    stopTimer()
  }
}

/** Of the work itself; a server that cannot be reached has no picture either. */
function isUnsolved(error: unknown): boolean {
  return isServiceError(error, 'cancelled', 'unimplemented', 'captcha_invalid')
}

async function askPerson(
  onCaptcha: AskPerson | undefined,
  question: CaptchaQuestion,
): Promise<string> {
  if (!onCaptcha) {
    throw new ServiceError('captcha_required', {
      description: 'the captcha needs a user: set onCaptcha',
    })
  }
  try {
    return await onCaptcha(question)
  } catch (error) {
    if (isServiceError(error)) throw error
    throw new ServiceError('cancelled', { description: 'the captcha was closed', cause: error })
  }
}

/** A page, and no script: apps put it into a frame. */
function isAddress(url: unknown): url is string {
  return typeof url === 'string' && /^(https?:\/)?\//i.test(url)
}
