import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { resolveClient } from '../clients/clients.ts'
import type { CompleteSignIn, SecondStepProof } from '../sign-in/complete-sign-in.ts'
import { findUser, lockUser } from '../users/users.ts'
import { ownerOf } from './bindings.ts'
import type { ProviderTokens } from './provider-tokens.ts'

export type SignInWithProvider = (
  request: SecondStepProof & { provider_token: string; provider_id?: string | undefined },
  caller: Caller,
) => Promise<Credentials>

export interface SignInWithProviderParts {
  db: Database
  tokens: ProviderTokens
  complete: CompleteSignIn
}

/**
 * Only a binding opens an account. The same e-mail address at a provider does not, even if it is
 * verified there: anyone who can create accounts there could open all of ours.
 */
export function createSignInWithProvider({
  db,
  tokens,
  complete,
}: SignInWithProviderParts): SignInWithProvider {
  return async (request, caller) => {
    const clientId = resolveClient(caller.clientId)
    const { provider_token: token, provider_id } = request
    const { account, user } = await db.read(async (reader) => {
      const account = await tokens.inspect(reader, token)
      const owner = await ownerOf(reader, account)
      return { account, user: owner && (await findUser(reader, owner.sub)) }
    })
    if (provider_id !== undefined && provider_id !== account.providerId) {
      throw new ServiceError('invalid_argument', {
        description: 'provider_token belongs to another provider',
      })
    }
    // The token stays good: sign-up and bind take it.
    if (!user) throw notBound()
    return complete(
      {
        user,
        clientId,
        method: 'provider',
        secondStep: request,
        async hold(writer) {
          await tokens.redeem(writer, token)
          const current = await lockUser(writer, user.sub)
          const owner = await ownerOf(writer, account)
          return owner?.sub === user.sub ? current : undefined
        },
        refuse: notBound,
      },
      caller,
    )
  }
}

function notBound(): ServiceError {
  return new ServiceError('not_found', {
    description:
      'this provider account is not bound to an account here; sign up, or sign in and bind it',
  })
}
