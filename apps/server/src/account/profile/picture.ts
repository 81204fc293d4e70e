import { createHash } from 'node:crypto'
import { MAX_PICTURE_BYTES } from '@awan/protocol'
import type { Profile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import { lockUser, updateUser } from '../users/users.ts'
import { deletePicture, replacePicture, selectPicture } from './picture.store.ts'
import { readPictureType } from './picture-type.ts'
import { readOwnProviders, toProfile } from './profile.ts'

export { selectPictureForExport } from './picture.store.ts'

export interface Pictures {
  /** Throws `invalid_argument` for what is too large or no picture that we show. */
  set(bytes: Buffer, user: SignedIn, caller: Caller): Promise<Profile>
  remove(user: SignedIn, caller: Caller): Promise<Profile>
  find(id: string): Promise<{ contentType: string; bytes: Buffer }>
}

export interface PicturesParts {
  db: Database
  clock: Clock
  events: EventLog
}

/** The path of a picture; it contains the hash, so it changes with the picture. */
export const PICTURES_PATH = '/v1/pictures/'

export function createPictures({ db, clock, events }: PicturesParts): Pictures {
  async function change(
    { sub }: SignedIn,
    caller: Caller,
    picture: { contentType: string; bytes: Buffer } | undefined,
  ): Promise<Profile> {
    return db.write(async (writer) => {
      // Two at once wait for each other: the later one stays.
      if (!(await lockUser(writer, sub))) throw gone()
      let address: string | null = null
      if (picture) {
        const id = createHash('sha256').update(`${sub}\0`).update(picture.bytes).digest('base64url')
        await replacePicture(writer, {
          id,
          sub,
          content_type: picture.contentType,
          content: picture.bytes.toString('base64'),
          created_at: clock.now(),
        })
        address = PICTURES_PATH + id
      } else await deletePicture(writer, sub)
      const user = await updateUser(writer, sub, { picture: address, updated_at: clock.now() })
      if (!user) throw gone()
      const data = { fields: ['picture'] }
      await events.record(writer, { type: 'account.profile_changed', sub, caller, data })
      return { ...toProfile(user), providers: await readOwnProviders(writer, sub) }
    })
  }

  return {
    async set(bytes, user, caller) {
      const contentType = readPictureType(bytes)
      if (!contentType || bytes.length > MAX_PICTURE_BYTES) {
        throw new ServiceError('invalid_argument', {
          description: `content must be a JPEG, PNG or WebP picture of at most ${MAX_PICTURE_BYTES} bytes`,
        })
      }
      return change(user, caller, { contentType, bytes })
    },

    remove: (user, caller) => change(user, caller, undefined),

    async find(id) {
      const row = await db.read((reader) => selectPicture(reader, id))
      if (!row) throw new ServiceError('not_found', { description: 'no such picture' })
      return { contentType: row.content_type, bytes: Buffer.from(row.content, 'base64') }
    },
  }
}

function gone(): ServiceError {
  return new ServiceError('unauthenticated', { description: 'the account is gone' })
}
