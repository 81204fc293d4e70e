import { isAnonymousSub } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { AnonymousUpgrade } from './anonymous-upgrade.ts'

export type MergeAnonymous = (
  request: { anonymous_token: string; folder_name: string },
  user: SignedIn,
  caller: Caller,
) => Promise<void>

/** Somebody began anonymously and then signed in: what they had then becomes theirs. */
export function createMergeAnonymous({
  db,
  upgrade,
}: {
  db: Database
  upgrade: AnonymousUpgrade
}): MergeAnonymous {
  return async (request, { sub: to }, caller) => {
    if (isAnonymousSub(to)) {
      throw new ServiceError('failed_precondition', { description: 'sign in to an account first' })
    }
    const from = await upgrade.identify(request.anonymous_token)
    if (from === undefined) return
    const move = { from, to, folderName: request.folder_name }
    await db.write((writer) => upgrade.merge(writer, move, caller))
  }
}
