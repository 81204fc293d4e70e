import { isAnonymousSub } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { findUser } from '../users/users.ts'
import { isTwoFactorOn } from './is-two-factor-on.ts'
import type { SecondStepMethod } from './second-step-method.ts'

/** Of whom the operator demands the second step. */
export type DemandedOf = 'nobody' | 'administrators' | 'everybody'

/**
 * Looked at with every call and not only at the sign-in: a demand that is new, and an administrator who
 * is new, find sessions that were opened before.
 */
export interface TwoFactorDemand {
  isDemandedOf(person: Pick<UserRow, 'sub' | 'is_admin'>): boolean
  /** Whether the person must set it up before anything else. */
  isMissing(reader: Reader, person: UserRow): Promise<boolean>
  mustSetUp(sub: string): Promise<boolean>
  /** Throws `interaction_required` then. Undefined where nobody can be in that case. */
  check: ((user: SignedIn) => Promise<void>) | undefined
}

export function createTwoFactorDemand({
  db,
  methods,
  of,
}: {
  db: Database
  methods: readonly SecondStepMethod[]
  of: DemandedOf
}): TwoFactorDemand {
  // Somebody without an account has no first proof either; the device is all there is.
  const isDemandedOf: TwoFactorDemand['isDemandedOf'] = ({ sub, is_admin }) =>
    (of === 'everybody' && !isAnonymousSub(sub)) || (of === 'administrators' && is_admin === 1)

  async function isMissing(reader: Reader, person: UserRow): Promise<boolean> {
    return isDemandedOf(person) && !(await isTwoFactorOn(reader, person, methods))
  }

  async function mustSetUp(sub: string): Promise<boolean> {
    if (of === 'nobody') return false
    return db.read(async (reader) => {
      const person = await findUser(reader, sub)
      return person !== undefined && (await isMissing(reader, person))
    })
  }

  async function check({ sub }: SignedIn): Promise<void> {
    if (await mustSetUp(sub)) throw setUpFirst()
  }

  return { isDemandedOf, isMissing, mustSetUp, check: of === 'nobody' ? undefined : check }
}

function setUpFirst(): ServiceError {
  return new ServiceError('interaction_required', {
    description: 'this server requires a second step; set it up first',
    details: [{ '@type': ERROR_INFO, reason: 'two_factor_setup_required', domain: 'two_factor' }],
  })
}
