import { headers } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { Call, RequestFunction } from '../../request/call.ts'
import type { Runtime } from '../../runtime/runtime.ts'

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

/**
 * Sends a call; when it is answered `captcha_required` or `captcha_invalid`, earns a captcha token for
 * this very call and repeats it once with it.
 */
export async function withCaptcha<T>(
  options: CaptchaOptions,
  call: GuardedCall,
  send: (call: Call) => Promise<T>,
): Promise<T> {
  try {
    return await send(call)
  } catch (error) {
    if (!asksForCaptcha(error)) throw error
  }
  // Most people never meet a captcha: what it takes to earn a token is loaded when the first one does.
  const { earnToken } = await import('./earn-token.ts')
  const token = await earnToken(options, call)
  options.refusedToken = undefined
  try {
    return await send({ ...call, headers: { ...call.headers, [headers.captchaToken]: token } })
  } catch (error) {
    if (asksForCaptcha(error)) options.refusedToken = token
    throw error
  }
}

function asksForCaptcha(error: unknown): boolean {
  return isServiceError(error, 'captcha_required', 'captcha_invalid')
}
