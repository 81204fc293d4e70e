import { ServiceError } from '@awan/protocol/errors'
import { ACCOUNT_SCOPE, type Requires, type SignedIn } from './route.ts'

/** A token is good for what it was given for and nothing else: an app's token manages no account. */
export function requireScope({ scope = ACCOUNT_SCOPE }: Requires, user: SignedIn): void {
  const isSufficient =
    typeof scope === 'string'
      ? user.scope.includes(scope)
      : scope.some((one) => user.scope.includes(one))
  if (isSufficient) return
  throw new ServiceError('permission_denied', {
    description: `the token lacks the scope ${[scope].flat().join(' or ')}`,
  })
}
