import { headers } from '@awan/protocol'
import type { startCaptcha } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Call, RequestFunction } from '../../request/call.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export interface CaptchaOptions {
  runtime: Runtime
  request: RequestFunction
  clientId: string
  deviceId: () => string
}

/**
 * Sends a call; when it is answered `captcha_required` or `captcha_invalid`, earns a captcha token for
 * this very call and repeats it once with it.
 */
export async function withCaptcha<T>(
  options: CaptchaOptions,
  call: Call & { captcha: { meta: Record<string, string> } },
  send: (call: Call) => Promise<T>,
): Promise<T> {
  try {
    return await send(call)
  } catch (error) {
    if (!isServiceError(error, 'captcha_required', 'captcha_invalid')) throw error
  }
  const token = await earnToken(options, call)
  return send({ ...call, headers: { ...call.headers, [headers.captchaToken]: token } })
}

async function earnToken(
  { runtime, request, clientId, deviceId }: CaptchaOptions,
  call: Call & { captcha: { meta: Record<string, string> } },
): Promise<string> {
  const { signal } = call
  const init = (solution?: string) =>
    request<typeof startCaptcha>('POST', '/v1/shield/captcha/init', {
      signal,
      body: {
        action: `${call.method ?? 'GET'}:${call.path}`,
        client_id: clientId,
        device_id: deviceId(),
        meta: call.captcha.meta,
        ...(solution === undefined ? {} : { solution }),
      },
    })
  const first = await init()
  if (first.captcha_token) return first.captcha_token
  if (first.challenge) {
    // Most people never meet a challenge: its solver is loaded when the first one does.
    const { solveChallenge } = await import('./solve-challenge.ts')
    const second = await init(await solveChallenge(runtime, first.challenge, signal))
    if (second.captcha_token) return second.captcha_token
  }
  throw new ServiceError('captcha_invalid', { description: 'no captcha token was given' })
}
