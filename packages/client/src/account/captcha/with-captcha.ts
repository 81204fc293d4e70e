import { headers } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { Call } from '../../request/call.ts'
import type { CaptchaOptions, GuardedCall } from './earn-token.ts'

/**
 * Sends a call; when it is answered `captcha_required` or `captcha_invalid`, earns a captcha token for
 * this very call and repeats it once with it.
 */
export async function withCaptcha<T>(
  options: CaptchaOptions,
  call: GuardedCall,
  send: (call: Call) => Promise<T>,
): Promise<T> {
  let refusal: unknown
  try {
    return await send(call)
  } catch (error) {
    if (!asksForCaptcha(error)) throw error
    refusal = error
  }
  // Most people never meet a captcha: what it takes to earn a token is loaded when the first one does.
  const { earnToken } = await import('./earn-token.ts')
  const token = await earnToken(options, call, refusal)
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
