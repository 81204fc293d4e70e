import { createHmac } from 'node:crypto'
import { ANONYMOUS_PREFIX } from '@awan/protocol'
import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FIRST_PARTY_SCOPE, resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import { newUser } from '../users/new-user.ts'
import { insertUser, lockUser } from '../users/users.ts'

/** Shorter device ids could be guessed, and the id is all that an anonymous person has. */
const MIN_DEVICE_ID_LENGTH = 16

export type SignUpAnonymously = (caller: Caller) => Promise<Credentials>

export interface SignUpAnonymouslyParts {
  db: Database
  clock: Clock
  codeKey: Buffer
  events: EventLog
  complete: CompleteSignIn
  /** Whether the operator lets people in without an account. */
  isAllowed: boolean
}

/**
 * CAL-5: one device has one anonymous person, who is the same whenever it comes back. The sub is made
 * from the device id by a key of ours, so that it tells nobody the id that would sign them in.
 */
export function createSignUpAnonymously(parts: SignUpAnonymouslyParts): SignUpAnonymously {
  const { db, clock, codeKey, events, complete, isAllowed } = parts
  return async (caller) => {
    const clientId = resolveClient(caller.clientId)
    if (!isAllowed) {
      throw new ServiceError('registration_not_supported', {
        description: 'this server does not allow anonymous accounts; sign up instead',
      })
    }
    const sub = toAnonymousSub(codeKey, requireDeviceId(caller))
    const user = newUser(
      { sub, name: 'Guest', locale: mailLocale(caller.locale), created_from: clientId },
      clock.now(),
    )
    const known = await db.write(async (writer) => {
      if (await insertUser(writer, user)) {
        await events.record(writer, { type: 'account.signed_up', sub, caller })
      }
      return lockUser(writer, sub)
    })
    return complete(
      {
        user: known ?? user,
        clientId,
        method: 'anonymous',
        scope: `${FIRST_PARTY_SCOPE} anonymous`,
        hold: (writer) => lockUser(writer, sub),
        refuse: () =>
          new ServiceError('unavailable', {
            description: 'the account changed during the call; try again',
          }),
      },
      caller,
    )
  }
}

function toAnonymousSub(codeKey: Buffer, deviceId: string): string {
  const hash = createHmac('sha256', codeKey).update(`anonymous:${deviceId}`).digest('hex')
  return `${ANONYMOUS_PREFIX}${hash.slice(0, 32)}`
}

function requireDeviceId({ deviceId }: Caller): string {
  if (deviceId !== undefined && deviceId.length >= MIN_DEVICE_ID_LENGTH) return deviceId
  throw new ServiceError('invalid_argument', {
    description: `x-device-id needs at least ${MIN_DEVICE_ID_LENGTH} characters`,
  })
}
