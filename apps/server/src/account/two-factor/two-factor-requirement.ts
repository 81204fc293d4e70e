import { isAnonymousSub } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { findUser } from '../users/users.ts'
import { isTwoFactorOn } from './is-two-factor-on.ts'
import type { SecondStepMethod } from './second-step-method.ts'

/** Who needs a second step, as the operator set it. */
export type TwoFactorRequiredFor = 'nobody' | 'administrators' | 'everybody'

/**
 * Checked at every call and not only at sign-in: sessions may be older than the setting, or than the
 * person's role as administrator.
 */
export interface TwoFactorRequirement {
  isRequiredFor(person: Pick<UserRow, 'sub' | 'is_admin'>): boolean
  /** Whether the person must set it up before anything else. */
  isMissing(reader: Reader, person: UserRow): Promise<boolean>
  mustSetUp(sub: string): Promise<boolean>
  /** Throws `interaction_required` if the person must set it up. Undefined if nobody needs one. */
  check: ((user: SignedIn) => Promise<void>) | undefined
}

export function createTwoFactorRequirement({
  db,
  methods,
  requiredFor,
}: {
  db: Database
  methods: readonly SecondStepMethod[]
  requiredFor: TwoFactorRequiredFor
}): TwoFactorRequirement {
  // Somebody without an account has no first proof either; the device is all there is.
  const isRequiredFor: TwoFactorRequirement['isRequiredFor'] = ({ sub, is_admin }) =>
    (requiredFor === 'everybody' && !isAnonymousSub(sub)) ||
    (requiredFor === 'administrators' && is_admin === 1)

  async function isMissing(reader: Reader, person: UserRow): Promise<boolean> {
    return isRequiredFor(person) && !(await isTwoFactorOn(reader, person, methods))
  }

  async function mustSetUp(sub: string): Promise<boolean> {
    if (requiredFor === 'nobody') return false
    return db.read(async (reader) => {
      const person = await findUser(reader, sub)
      return person !== undefined && (await isMissing(reader, person))
    })
  }

  async function check({ sub }: SignedIn): Promise<void> {
    if (await mustSetUp(sub)) throw setUpFirst()
  }

  return {
    isRequiredFor,
    isMissing,
    mustSetUp,
    check: requiredFor === 'nobody' ? undefined : check,
  }
}

function setUpFirst(): ServiceError {
  return new ServiceError('interaction_required', {
    description: 'this server requires a second step; set it up first',
    details: [{ '@type': ERROR_INFO, reason: 'two_factor_setup_required', domain: 'two_factor' }],
  })
}
