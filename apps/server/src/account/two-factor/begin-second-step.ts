import type { SecondStepMethodName } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findUser } from '../users/users.ts'
import type { SecondStepMethod, StartedSecondStep } from './second-step-method.ts'
import type { SecondStepTokens } from './second-step-tokens.ts'

export type BeginSecondStep = (
  request: { token: string; method: SecondStepMethodName },
  caller: Caller,
) => Promise<StartedSecondStep & { token: string; expiresIn: number }>

/**
 * Gives the person what the method needs. Only somebody who has the first proof has a token, so
 * that nobody else can make us write to a phone.
 */
export function createBeginSecondStep({
  db,
  clock,
  methods,
  tokens,
}: {
  db: Database
  clock: Clock
  methods: readonly SecondStepMethod[]
  tokens: SecondStepTokens
}): BeginSecondStep {
  return async ({ token, method: name }, caller) => {
    const step = await tokens.read(token, caller)
    const method = methods.find((candidate) => candidate.method === name)
    const user = step && (await db.read((reader) => findUser(reader, step.sub)))
    if (!step || !user) throw expired()
    const isAvailable = await db.read(async (reader) => method?.isAvailable(reader, user))
    if (!method?.begin || !isAvailable) {
      throw new ServiceError('invalid_argument', {
        description: `${name} is not a second-step method of this account`,
      })
    }
    const kept = step.kept[name]
    const begun = await method.begin({ user, caller, tokenId: step.id, kept })
    const next =
      begun.keep === undefined ? step : { ...step, kept: { ...step.kept, [name]: begun.keep } }
    return {
      ...begun,
      token: await tokens.sign(next, caller),
      expiresIn: Math.floor((step.expiresAt - clock.now()) / 1000),
    }
  }
}

function expired(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'two_factor_token is expired or not valid; sign in again',
  })
}
