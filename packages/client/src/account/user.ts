import type { AnswerOf, BodySent, QuerySent } from '@awan/protocol'
import type {
  bindContact,
  deleteMe,
  getDeletionEligibility,
  getMe,
  grantSudo,
  Profile,
  queryUsers,
  UsedPasskeyCredential,
  updateProfile,
} from '@awan/protocol/account'
import { toFields } from '../fields.ts'
import type { AccountContext } from './account-context.ts'
import { checkSudoToken } from './to-sudo-header.ts'

/** One proof; with the second attempt, after `two_factor_required`, the second step beside it. */
export type SudoProof = (
  | { password: string }
  | { verification_token: string }
  | { credential: UsedPasskeyCredential }
  | { provider_token: string }
) &
  Pick<
    BodySent<typeof grantSudo>,
    'two_factor_token' | 'two_factor_code' | 'two_factor_recovery_code'
  >

export interface User {
  /**
   * The profile of the signed-in user.
   *
   * @example const { name } = await client.user.me()
   */
  me(): Promise<Profile>
  /**
   * Changes the profile; fields that are not given stay unchanged.
   *
   * @example await client.user.update({ name: 'Ana' })
   */
  update(profile: BodySent<typeof updateProfile>): Promise<Profile>
  /**
   * Finds users by id, user name or contact.
   *
   * @example const { data } = await client.user.query({ id: ['u1', 'u2'] })
   */
  query(query: QuerySent<typeof queryUsers>): Promise<AnswerOf<typeof queryUsers>>
  /**
   * Confirms the user's identity again: with the password, a verified code, a passkey or a sign-in at a
   * third party. The sudo token allows sensitive calls for a few minutes. If the user has a second step,
   * it is required as at a sign-in: see `readTwoFactor`.
   *
   * @example const { sudo_token } = await client.user.sudo({ password })
   */
  sudo(payload: SudoProof): Promise<AnswerOf<typeof grantSudo>>
  /**
   * Whether the account can be deleted, and if not, why.
   *
   * @example const { eligible, reasons } = await client.user.deletionEligibility()
   */
  deletionEligibility(): Promise<AnswerOf<typeof getDeletionEligibility>>
  /**
   * Requests the deletion of the account.
   *
   * @example await client.user.remove({ sudo_token })
   */
  remove(payload: { sudo_token: string }): Promise<AnswerOf<typeof deleteMe>>
  /**
   * Sets the phone number or the e-mail address.
   *
   * @example await client.user.bindContact({ phone_number, verification_token, sudo_token })
   */
  bindContact(payload: BodySent<typeof bindContact> & { sudo_token: string }): Promise<void>
}

export function createUser({ request }: AccountContext): User {
  return {
    me: () => request<typeof getMe>('GET', '/v1/user/me', { auth: true }),
    update: (profile) =>
      request<typeof updateProfile>('PATCH', '/v1/user/profile', {
        auth: true,
        body: toFields(profile),
      }),
    query: (query) =>
      request<typeof queryUsers>('GET', '/v1/user/query', { auth: true, query: toFields(query) }),
    sudo: (payload) =>
      request<typeof grantSudo>('POST', '/v1/user/sudo', { auth: true, body: toFields(payload) }),
    deletionEligibility: () =>
      request<typeof getDeletionEligibility>('GET', '/v1/user/me/deletion/eligibility', {
        auth: true,
      }),
    remove: ({ sudo_token }) =>
      request<typeof deleteMe>('DELETE', '/v1/user/me', {
        auth: true,
        query: { sudo_token: checkSudoToken(sudo_token) },
      }),
    async bindContact(payload) {
      checkSudoToken(payload.sudo_token)
      await request<typeof bindContact>('PATCH', '/v1/user/contact', { auth: true, body: payload })
    },
  }
}
