import { startCaptcha } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Captcha } from './captcha.ts'

/** Enough for an office behind one address that signs in at nine o'clock. */
const CHALLENGES = [{ by: 'address', points: 600, perSeconds: 600 }] as const

export function captchaRoutes({ captcha }: { captcha: Captcha }): Route[] {
  return [
    route(startCaptcha, { limits: CHALLENGES }, async ({ body, caller }) => {
      const started = await captcha.start(body, caller)
      return 'token' in started
        ? { captcha_token: started.token, expires_in: started.expiresIn }
        : { challenge: { ...started.challenge }, expires_in: started.expiresIn }
    }),
  ]
}
