import type { AnswerOf, BodySent, ParamsSent } from '@awan/protocol'
import type {
  confirmTotp,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTotp,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { CentreHost } from './centre-host.ts'

/** The second step of signing in. The first method that is turned on brings recovery codes. */
export interface TwoFactor {
  /**
   * Whether the second step is on, by which methods, and how many recovery codes are left.
   *
   * @example const { enabled, methods } = await centre.twoFactor.state()
   */
  state(): Promise<AnswerOf<typeof getTwoFactor>>
  /**
   * A new secret for an authenticator app; it takes effect with `confirmTotp`.
   *
   * @example const { qr_svg, setup_token } = await centre.twoFactor.startTotp({ sudo_token })
   */
  startTotp(payload: SudoToken): Promise<AnswerOf<typeof startTotp>>
  /**
   * Turns the authenticator app on, or replaces it, with its first code. Recovery codes are shown only
   * here.
   *
   * @example const { recovery_codes } = await centre.twoFactor.confirmTotp({ setup_token, code, sudo_token })
   */
  confirmTotp(
    payload: BodySent<typeof confirmTotp> & SudoToken,
  ): Promise<AnswerOf<typeof confirmTotp>>
  /**
   * Turns codes by text message or mail, or passkeys, on.
   *
   * @example const { recovery_codes } = await centre.twoFactor.enable({ method: 'EMAIL', sudo_token })
   */
  enable(
    payload: ParamsSent<typeof enableTwoFactor> & SudoToken,
  ): Promise<AnswerOf<typeof enableTwoFactor>>
  /**
   * Turns a method off; without any method the second step is off.
   *
   * @example await centre.twoFactor.disable({ method: 'TOTP', sudo_token })
   */
  disable(payload: ParamsSent<typeof disableTwoFactor> & SudoToken): Promise<void>
  /**
   * Turns the second step off.
   *
   * @example await centre.twoFactor.disableAll({ sudo_token })
   */
  disableAll(payload: SudoToken): Promise<void>
  /**
   * Creates new recovery codes; the old ones stop working.
   *
   * @example const { recovery_codes } = await centre.twoFactor.renewRecoveryCodes({ sudo_token })
   */
  renewRecoveryCodes(payload: SudoToken): Promise<AnswerOf<typeof renewRecoveryCodes>>
}

export function createTwoFactor({ request }: CentreHost): TwoFactor {
  return {
    state: () => request<typeof getTwoFactor>('GET', '/v1/user/two_factor', { auth: true }),
    startTotp: ({ sudo_token }) =>
      request<typeof startTotp>('POST', '/v1/user/two_factor/totp/start', withSudo(sudo_token)),
    confirmTotp: ({ sudo_token, ...body }) =>
      request<typeof confirmTotp>('POST', '/v1/user/two_factor/totp/confirm', {
        ...withSudo(sudo_token),
        body,
      }),
    enable: ({ sudo_token, method }) =>
      request<typeof enableTwoFactor>('PUT', '/v1/user/two_factor/{method}', {
        ...withSudo(sudo_token),
        params: { method },
      }),
    async disable({ sudo_token, method }) {
      await request<typeof disableTwoFactor>('DELETE', '/v1/user/two_factor/{method}', {
        ...withSudo(sudo_token),
        params: { method },
      })
    },
    async disableAll({ sudo_token }) {
      await request<typeof disableAllTwoFactors>(
        'DELETE',
        '/v1/user/two_factor',
        withSudo(sudo_token),
      )
    },
    renewRecoveryCodes: ({ sudo_token }) =>
      request<typeof renewRecoveryCodes>(
        'POST',
        '/v1/user/two_factor/recovery_codes',
        withSudo(sudo_token),
      ),
  }
}
