import { isAnonymousSub } from '@awan/protocol'
import type { Profile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { findUser, updateUser } from '../users/users.ts'
import { deletePicture } from './picture.store.ts'
import { readOwnProviders, toProfile } from './profile.ts'
import { toProfileChanges } from './profile-changes.ts'

export type UpdateProfile = (
  fields: Parameters<typeof toProfileChanges>[0],
  user: SignedIn,
  caller: Caller,
  /** Throws unless the person has just proved who they are: another username needs it. */
  requireSudo: () => Promise<void>,
) => Promise<Profile>

/** A username is a name to sign in with: whoever changes it can keep its owner out. */
export function createUpdateProfile({
  db,
  clock,
  events,
  notices,
}: {
  db: Database
  clock: Clock
  events: EventLog
  notices: Notices
}): UpdateProfile {
  return async (fields, { sub }, caller, requireSudo) => {
    const changes = toProfileChanges(fields)
    if (changes.username !== undefined && isAnonymousSub(sub)) {
      throw new ServiceError('failed_precondition', {
        description: 'an anonymous account cannot have a username; sign up first',
      })
    }
    const before = await db.read((reader) => findUser(reader, sub))
    const isRenamed = changes.username !== undefined && changes.username !== before?.username
    if (isRenamed) await requireSudo()
    try {
      return await db.write(async (writer) => {
        const user = await updateUser(writer, sub, { ...changes, updated_at: clock.now() })
        if (!user) throw new ServiceError('unauthenticated', { description: 'the account is gone' })
        // One that we kept is not shown any more.
        if (changes.picture !== undefined) await deletePicture(writer, sub)
        await events.record(writer, {
          type: 'account.profile_changed',
          sub,
          caller,
          data: { fields: Object.keys(changes) },
        })
        if (isRenamed) await notices.queue(writer, 'usernameChanged', user, caller)
        return { ...toProfile(user), providers: await readOwnProviders(writer, sub) }
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new ServiceError('already_exists', { description: 'the username is taken' })
    }
  }
}
