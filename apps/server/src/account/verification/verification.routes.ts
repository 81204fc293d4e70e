import { checkVerification, sendVerification } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { SendVerification } from './send-verification.ts'
import type { Verification } from './verification.ts'

/** A code bears five wrong guesses; this bounds those at many codes. */
const GUESSES = [{ by: 'address', points: 100, perSeconds: 600 }] as const

export function verificationRoutes({
  send,
  verification,
}: {
  send: SendVerification
  verification: Verification
}): Route[] {
  return [
    route(
      sendVerification,
      { user: 'optional', beforeTwoFactor: true, captcha: 'when-risky' },
      async ({ body, user, caller }) => {
        const { id, expiresIn, isUser, sentTo } = await send(body, user, caller)
        return {
          verification_id: id,
          expires_in: expiresIn,
          is_user: isUser,
          ...(sentTo !== undefined && { sent_to: sentTo }),
        }
      },
    ),
    route(checkVerification, { limits: GUESSES }, async ({ body }) => {
      const { token, expiresIn, isUser } = await verification.check(
        body.verification_id,
        body.verification_code,
      )
      return { verification_token: token, expires_in: expiresIn, is_user: isUser }
    }),
  ]
}
