import { startCaptcha } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Captcha } from './captcha.ts'

export function captchaRoutes({ captcha }: { captcha: Captcha }): Route[] {
  return [
    route(startCaptcha, {}, async ({ body, caller }) => {
      const started = await captcha.start(body, caller)
      return 'token' in started
        ? { captcha_token: started.token, expires_in: started.expiresIn }
        : { challenge: { ...started.challenge }, expires_in: started.expiresIn }
    }),
  ]
}
