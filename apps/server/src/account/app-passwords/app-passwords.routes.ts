import {
  createAppPassword,
  listAppPasswords,
  renameAppPassword,
  revokeAppPassword,
  revokeAppPasswords,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { OwnAppPasswords } from './own-app-passwords.ts'

/** As many as a person can have. */
const CREATIONS = [{ by: 'user', points: 100, perSeconds: 3600 }] as const

export function appPasswordRoutes({ own }: { own: OwnAppPasswords }): Route[] {
  return [
    route(listAppPasswords, { scope: 'user' }, async ({ user }) => {
      const data = await own.list(user)
      return { total: data.length, login_name: user.sub, data }
    }),
    route(
      createAppPassword,
      { scope: 'user', sudo: true, limits: CREATIONS },
      async ({ body, user, caller }) => {
        const { name, read_only: readOnly = false, folder, expires_at } = body
        const wanted = {
          name,
          readOnly,
          folder: folder && { driveId: folder.drive_id, nodeId: folder.file_id },
          expiresAt: expires_at === undefined ? undefined : Date.parse(expires_at),
        }
        return { ...(await own.create(wanted, user, caller)), login_name: user.sub }
      },
    ),
    route(renameAppPassword, { scope: 'user' }, ({ params, body, user }) =>
      own.rename({ id: params.id, name: body.name }, user),
    ),
    // No sudo: a person who has lost a device must be quick, and revoking does no harm.
    route(revokeAppPassword, { scope: 'user' }, async ({ params, user, caller }) => {
      await own.revoke(params.id, user, caller)
      return {}
    }),
    route(revokeAppPasswords, { scope: 'user' }, async ({ user, caller }) => ({
      revoked: await own.revokeAll(user, caller),
    })),
  ]
}
