import {
  beginSecondStep,
  confirmTotp,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTotp,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { BeginSecondStep } from './begin-second-step.ts'
import type { ReadTwoFactor } from './read-two-factor.ts'
import type { Enabled, TwoFactor } from './two-factor.ts'

/** Codes have limits of their own; this bounds what costs us a look at the token. */
const BEGINS = [{ by: 'address', points: 60, perSeconds: 600 }] as const

/** One proof of who is there is good for many: each is an entry of the history and a mail. */
const CHANGES = [{ by: 'user', points: 60, perSeconds: 3600, together: 'two-factor' }] as const

export interface TwoFactorRouteParts {
  begin: BeginSecondStep
  read: ReadTwoFactor
  twoFactor: TwoFactor
}

export function twoFactorRoutes({ begin, read, twoFactor }: TwoFactorRouteParts): Route[] {
  return [
    route(beginSecondStep, { limits: BEGINS }, async ({ body, caller }) => {
      const request = { token: body.two_factor_token, method: body.method }
      const { token, expiresIn, sentTo, options } = await begin(request, caller)
      return {
        two_factor_token: token,
        expires_in: expiresIn,
        ...(sentTo !== undefined && { sent_to: sentTo }),
        ...(options && { options }),
      }
    }),
    route(getTwoFactor, { user: true, beforeTwoFactor: true }, async ({ user }) => {
      const { isEnabled, isRequired, methods, recoveryCodesLeft } = await read(user)
      return {
        enabled: isEnabled,
        required: isRequired,
        methods: methods.map(({ method, isAvailable, enabledAt, contact }) => ({
          method,
          enabled: enabledAt !== undefined,
          available: isAvailable,
          ...(enabledAt !== undefined && { enabled_at: new Date(enabledAt).toISOString() }),
          ...(contact !== undefined && { contact }),
        })),
        recovery_codes_left: recoveryCodesLeft,
      }
    }),
    route(startTotp, setUp, async ({ user }) => {
      const { secret, uri, qrSvg, setupToken, expiresIn } = await twoFactor.startTotp(user)
      return { secret, uri, qr_svg: qrSvg, setup_token: setupToken, expires_in: expiresIn }
    }),
    route(confirmTotp, { ...setUp, limits: CHANGES }, async ({ body, user, caller }) => {
      const setup = { setupToken: body.setup_token, code: body.code }
      return toAnswer(await twoFactor.confirmTotp(setup, user, caller))
    }),
    route(enableTwoFactor, { ...setUp, limits: CHANGES }, async ({ params, user, caller }) =>
      toAnswer(await twoFactor.enable(params.method, user, caller)),
    ),
    route(
      disableTwoFactor,
      { user: true, sudo: true, limits: CHANGES },
      async ({ params, user, caller }) => {
        await twoFactor.disable(params.method, user, caller)
        return {}
      },
    ),
    route(
      disableAllTwoFactors,
      { user: true, sudo: true, limits: CHANGES },
      async ({ user, caller }) => {
        await twoFactor.disableAll(user, caller)
        return {}
      },
    ),
    route(
      renewRecoveryCodes,
      { user: true, sudo: true, limits: CHANGES },
      async ({ user, caller }) => ({
        recovery_codes: await twoFactor.renewRecoveryCodes(user, caller),
      }),
    ),
  ]
}

const setUp = { user: true, sudo: true, beforeTwoFactor: true } as const

function toAnswer({ recoveryCodes }: Enabled): { recovery_codes?: string[] } {
  return recoveryCodes ? { recovery_codes: recoveryCodes } : {}
}
