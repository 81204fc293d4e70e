import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { isOwnLoopback } from '../../http/loopback.ts'
import type { Caller } from '../../http/route.ts'
import { countedNetworks } from '../../kernel/network.ts'
import type { Limiter } from '../limits/limits.ts'
import { type ReachableContact, routeUsername } from '../users/contact.ts'
import { hasUsers } from '../users/users.ts'
import type { SetupCode } from './setup-code.ts'

const GUESSES = { points: 20, perSeconds: 15 * 60 }

/** Whether a call comes from somebody who sits at the machine of the server. */
export type IsLocal = (request: FastifyRequest) => boolean

/**
 * In production a proxy is in front, and one that adds no header makes all calls look as if they came from this
 * machine: there nobody is taken for its operator.
 */
export function createIsLocal(env: 'development' | 'production'): IsLocal {
  return (request) => env === 'development' && isOwnLoopback(request)
}

/**
 * Whether this sign-up may make the first account, which becomes the administrator: on the machine of the
 * server itself, with the contact that the operator has named, or with the set-up code. Throws where there is
 * no account yet and none of them is given.
 */
export type MayBeFirst = (
  given: {
    /** Proven to be the caller's. */
    contact: ReachableContact
    setupCode: string | undefined
  },
  caller: Caller,
  isLocal: () => boolean,
) => Promise<boolean>

export function createMayBeFirst({
  db,
  limiter,
  setupCode,
  firstAdmin,
}: {
  db: Database
  limiter: Limiter
  /** Without one, anybody may. */
  setupCode: SetupCode | undefined
  /** The contact that the operator has named. */
  firstAdmin: string | undefined
}): MayBeFirst {
  const named = firstAdmin === undefined ? undefined : routeUsername(firstAdmin)
  return async ({ contact, setupCode: typed }, caller, isLocal) => {
    if (setupCode === undefined || isLocal()) return true
    if (named?.kind === contact.kind && named.value === contact.value) return true
    if (await db.read(hasUsers)) return false
    if (typed === undefined) throw needsSetupCode()
    const guesses = countedNetworks(caller.address).map(({ name, times }) => ({
      key: `signup:setup-code:${name}`,
      limit: { ...GUESSES, points: GUESSES.points * times },
    }))
    await limiter.takePoints(guesses)
    if (await setupCode.isRight(typed)) {
      await db.write((writer) => limiter.uncount(writer, ...guesses.map(({ key }) => key)))
      return true
    }
    // Somebody else was faster, and the code is gone.
    if (await db.read(hasUsers)) return false
    throw refused('wrong_setup_code', 'setup_code is wrong; the terminal of the server shows it')
  }
}

export function needsSetupCode(): ServiceError {
  return refused(
    'setup_code_required',
    'the first account needs the setup_code that the terminal of the server shows',
  )
}

function refused(reason: string, description: string): ServiceError {
  return new ServiceError('permission_denied', {
    description,
    details: [{ '@type': ERROR_INFO, reason, domain: 'signup' }],
  })
}
