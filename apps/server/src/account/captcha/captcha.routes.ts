import type { BodyOf } from '@awan/protocol'
import { checkPictureCaptcha, startCaptcha, startPictureCaptcha } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Captcha } from './captcha.ts'
import type { PictureCaptcha } from './picture-captcha.ts'

/** Enough for an office behind one address that signs in at nine o'clock. */
const CHALLENGES = [{ by: 'address', points: 600, perSeconds: 600 }] as const

/** Pictures take work of ours and none of a machine that reads them, so there are fewer. */
const PICTURES = [
  { by: 'address', points: 60, perSeconds: 600 },
  { by: 'device', points: 20, perSeconds: 600 },
] as const
const ANSWERS = [{ by: 'address', points: 120, perSeconds: 600 }] as const

export function captchaRoutes({
  captcha,
  pictures,
}: {
  captcha: Captcha
  pictures: PictureCaptcha
}): Route[] {
  return [
    route(startCaptcha, { limits: CHALLENGES }, async ({ body, caller }) => {
      const started = await captcha.start({ ...body, action: actionOf(body) }, caller)
      return 'token' in started
        ? { captcha_token: started.token, expires_in: started.expiresIn }
        : { challenge: { ...started.challenge }, expires_in: started.expiresIn }
    }),
    route(startPictureCaptcha, { limits: PICTURES }, async ({ body, caller }) => {
      const { png, wav, token, expiresIn } = await pictures.start(
        { ...body, action: actionOf(body) },
        caller,
      )
      return {
        data: `data:image/png;base64,${png.toString('base64')}`,
        type: 'image' as const,
        ...(wav && { audio: `data:audio/wav;base64,${wav.toString('base64')}` }),
        token,
        expires_in: expiresIn,
      }
    }),
    route(checkPictureCaptcha, { limits: ANSWERS }, async ({ body }) => {
      const { token, expiresIn } = await pictures.verify(body.token, body.key)
      return { captcha_token: token, expires_in: expiresIn }
    }),
  ]
}

/** The declaration demands one of them. */
function actionOf({ action, state = '' }: BodyOf<typeof startPictureCaptcha>): string {
  return action ?? state
}
