import { ServiceError } from '@awan/protocol/errors'
import { ACCOUNT_SCOPE, type Requires, type SignedIn } from './route.ts'

/** A token is good for what it was given for and nothing else: an app's token manages no account. */
export function requireScope({ scope = ACCOUNT_SCOPE }: Requires, user: SignedIn): void {
  const sufficient = [scope].flat()
  if (sufficient.some((one) => user.scope.includes(one))) return
  throw new ServiceError('permission_denied', {
    description: `the token lacks the scope ${sufficient.join(' or ')}`,
  })
}
