import type { AnswerOf, BodySent, ParamsSent } from '@awan/protocol'
import type { removeContact, removePicture, setPicture } from '@awan/protocol/account'
import type { SudoToken } from '../account/sudo-token.ts'
import { withSudo } from '../account/with-sudo.ts'
import type { CentreHost } from './centre-host.ts'

/** What of the profile has a call of its own. */
export interface OwnProfile {
  /**
   * Sets the profile picture: JPEG, PNG or WebP, at most 64 KiB, in Base64.
   *
   * @example const { picture } = await centre.profile.setPicture({ content })
   */
  setPicture(payload: BodySent<typeof setPicture>): Promise<AnswerOf<typeof setPicture>>
  /**
   * Removes the picture.
   *
   * @example await centre.profile.removePicture()
   */
  removePicture(): Promise<AnswerOf<typeof removePicture>>
  /**
   * Removes the phone number or the e-mail address; refused for the last way to sign in.
   *
   * @example await centre.profile.removeContact({ kind: 'phone', sudo_token })
   */
  removeContact(payload: ParamsSent<typeof removeContact> & SudoToken): Promise<void>
}

export function createOwnProfile({ request }: CentreHost): OwnProfile {
  return {
    setPicture: (body) =>
      request<typeof setPicture>('PUT', '/v1/user/picture', { auth: true, body }),
    removePicture: () =>
      request<typeof removePicture>('DELETE', '/v1/user/picture', { auth: true }),
    async removeContact({ kind, sudo_token }) {
      await request<typeof removeContact>('DELETE', '/v1/user/contact/{kind}', {
        ...withSudo(sudo_token),
        params: { kind },
      })
    },
  }
}
