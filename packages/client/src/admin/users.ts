import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  AdminUserDetails,
  AdminUserSummary,
  deleteUser,
  endUserSessions,
  inspectUser,
  requirePasswordReset,
  revokeUserAppPassword,
  searchUsers,
  setAdministrator,
  setUserStatus,
  turnOffSecondStep,
} from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import { toFields } from '../fields.ts'
import type { AdminHost } from './admin-host.ts'
import type { PageQuery } from './page-query.ts'

export type UserSearch = PageQuery<typeof searchUsers>
/** A sensitive call about a person, with the reason that the audit log keeps. */
export type WithReason = SudoToken & { reason?: string | undefined }

/** The people of the server. Their contacts are masked in lists. */
export interface Users {
  /**
   * Finds users by a part of their name, user name, contact or id; newest first.
   *
   * @example const { users, next_page_token } = await admin.users.search({ query: 'ana' })
   */
  search(query?: UserSearch): Promise<AnswerOf<typeof searchUsers>>
  /**
   * One user with sessions and sign-in methods. The user sees this access in their history.
   *
   * @example const { sessions, methods } = await admin.users.get(sub)
   */
  get(sub: string): Promise<AdminUserDetails>
  /**
   * Freezes, blocks or puts under review, which ends every session; `ACTIVE` releases or approves.
   *
   * @example await admin.users.setStatus(sub, { status: 'FROZEN', reason: 'reported as stolen', sudo_token })
   */
  setStatus(
    sub: string,
    payload: BodySent<typeof setUserStatus> & SudoToken,
  ): Promise<AdminUserSummary>
  /**
   * Ends all sessions; the next sign-in needs a new password first.
   *
   * @example await admin.users.requirePasswordReset(sub, { reason: 'found in a leak', sudo_token })
   */
  requirePasswordReset(sub: string, payload: WithReason): Promise<AdminUserSummary>
  /**
   * Turns the second step off for a user who has lost every factor; all sessions end.
   *
   * @example await admin.users.turnOffSecondStep(sub, { reason: 'lost the phone', sudo_token })
   */
  turnOffSecondStep(sub: string, payload: WithReason): Promise<AdminUserSummary>
  /**
   * Signs a user out everywhere and revokes their app passwords, immediately.
   *
   * @example const { ended } = await admin.users.endSessions(sub, { sudo_token })
   */
  endSessions(sub: string, payload: WithReason): Promise<AnswerOf<typeof endUserSessions>>
  /**
   * Revokes one app password of a user, immediately.
   *
   * @example await admin.users.revokeAppPassword(sub, app_passwords[0].id, { sudo_token })
   */
  revokeAppPassword(sub: string, id: string, payload: SudoToken): Promise<void>
  /**
   * Appoints or dismisses an administrator; the last one cannot be dismissed.
   *
   * @example await admin.users.setAdministrator(sub, { is_administrator: true, sudo_token })
   */
  setAdministrator(
    sub: string,
    payload: BodySent<typeof setAdministrator> & SudoToken,
  ): Promise<AdminUserSummary>
  /**
   * Starts the deletion of an account; its owner can restore it until the due time.
   *
   * @example const { deletion_due_at } = await admin.users.remove(sub, { sudo_token })
   */
  remove(sub: string, payload: SudoToken): Promise<AnswerOf<typeof deleteUser>>
}

export function createUsers({ request }: AdminHost): Users {
  return {
    search: (query = {}) =>
      request<typeof searchUsers>('GET', '/v1/admin/users', { auth: true, query: toFields(query) }),
    get: (sub) =>
      request<typeof inspectUser>('GET', '/v1/admin/users/{sub}', { auth: true, params: { sub } }),
    setStatus: (sub, { sudo_token, ...body }) =>
      request<typeof setUserStatus>('POST', '/v1/admin/users/{sub}/status', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    requirePasswordReset: (sub, { sudo_token, ...body }) =>
      request<typeof requirePasswordReset>('POST', '/v1/admin/users/{sub}/password_reset', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    turnOffSecondStep: (sub, { sudo_token, ...body }) =>
      request<typeof turnOffSecondStep>('POST', '/v1/admin/users/{sub}/two_factor/off', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    endSessions: (sub, { sudo_token, ...body }) =>
      request<typeof endUserSessions>('POST', '/v1/admin/users/{sub}/sessions/end', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    async revokeAppPassword(sub, id, { sudo_token }) {
      await request<typeof revokeUserAppPassword>(
        'DELETE',
        '/v1/admin/users/{sub}/app_passwords/{id}',
        { ...withSudo(sudo_token), params: { sub, id } },
      )
    },
    setAdministrator: (sub, { sudo_token, ...body }) =>
      request<typeof setAdministrator>('POST', '/v1/admin/users/{sub}/administrator', {
        ...withSudo(sudo_token),
        params: { sub },
        body,
      }),
    remove: (sub, { sudo_token }) =>
      request<typeof deleteUser>('DELETE', '/v1/admin/users/{sub}', {
        ...withSudo(sudo_token),
        params: { sub },
      }),
  }
}
