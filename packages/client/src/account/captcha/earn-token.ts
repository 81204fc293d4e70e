import { headers } from '@awan/protocol'
import type { startCaptcha } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { unlessCancelled } from '../../runtime/wait.ts'
import { isFilledText } from '../fields.ts'
import { solveChallenge } from './solve-challenge.ts'
import type { AskPerson, CaptchaOptions, CaptchaQuestion, GuardedCall } from './with-captcha.ts'

/** A captcha token for one call: given at once, for a proof of work, or for what a person solves. */
export async function earnToken(options: CaptchaOptions, call: GuardedCall): Promise<string> {
  const { runtime, request, clientId, deviceId, onCaptcha, refusedToken } = options
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
  let { captcha_token: token, challenge, url } = await init()
  if (!token && challenge) {
    ;({ captcha_token: token, url } = await init(await solveChallenge(runtime, challenge, signal)))
  }
  if (!token && isAddress(url)) {
    const asked = askPerson(onCaptcha, { url, action })
    token = await (signal ? unlessCancelled(asked, signal) : asked)
  }
  if (isFilledText(token)) return token
  throw new ServiceError('captcha_invalid', { description: 'no captcha token was given' })
}

async function askPerson(
  onCaptcha: AskPerson | undefined,
  question: CaptchaQuestion,
): Promise<string> {
  if (!onCaptcha) {
    throw new ServiceError('captcha_required', {
      description: 'a person must solve the captcha, and the client has no onCaptcha',
    })
  }
  try {
    return await onCaptcha(question)
  } catch (error) {
    if (isServiceError(error)) throw error
    throw new ServiceError('cancelled', { description: 'the captcha was left', cause: error })
  }
}

/** A page, and no script: apps put it into a frame. */
function isAddress(url: unknown): url is string {
  return typeof url === 'string' && /^(https?:\/)?\//i.test(url)
}
