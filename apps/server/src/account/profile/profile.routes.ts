import {
  getMe,
  type Profile,
  queryUsers as queryEndpoint,
  updateProfile as updateEndpoint,
} from '@awan/protocol/account'
import { type Route, route, type SignedIn } from '../../http/route.ts'
import type { ReadProfile } from './profile.ts'
import type { QueryUsers } from './query-users.ts'
import type { UpdateProfile } from './update-profile.ts'

/** A taken username shows: this bounds how many can be tried. */
const CHANGES = [{ by: 'user', points: 60, perSeconds: 3600 }] as const
const QUERIES = [{ by: 'user', points: 600, perSeconds: 600 }] as const

export function profileRoutes({
  readProfile,
  updateProfile,
  queryUsers,
}: {
  readProfile: ReadProfile
  updateProfile: UpdateProfile
  queryUsers: QueryUsers
}): Route[] {
  return [
    route(getMe, { user: true, beforeTwoFactor: true }, async ({ user }) =>
      shownTo(user, await readProfile(user.sub)),
    ),
    route(updateEndpoint, { user: true, limits: CHANGES }, async (call) => {
      const { body, user, caller } = call
      // Right after the sign-in nothing more is asked for, so that a client that knows no sudo works.
      const requireSudo = () => call.requireSudo('unless-fresh')
      return shownTo(user, await updateProfile(body, user, caller, requireSudo))
    }),
    route(queryEndpoint, { user: true, limits: QUERIES }, async ({ query, user }) => {
      const data = await queryUsers(query, user)
      return { total: data.length, data }
    }),
  ]
}

/**
 * A session without administration rights is shown none, so that no app offers them there. It is not shown
 * contacts in full either: a code may have been approved for somebody else's device.
 */
function shownTo({ byDeviceCode }: SignedIn, profile: Profile): Profile {
  if (!byDeviceCode) return profile
  const { contacts: _, ...shown } = profile
  return { ...shown, groups: [] }
}
