import type { Context } from '../context.ts'
import type { Owner } from '../drive/check/drive-check.ts'

/** Whose drive it is, as an operator knows them. */
export async function describeOwner(
  { account, clock }: Pick<Context['parts'], 'account' | 'clock'>,
  sub: string,
): Promise<Owner | undefined> {
  const user = await account.people.find(sub)
  if (!user || user.sub !== sub) return undefined
  const { email, phone_number, username, name, status, deletion_due_at } = user
  return {
    name: email ?? phone_number ?? username ?? (name || sub),
    // Its grace is over: from now on it goes, piece by piece.
    isLeaving: status === 'DELETING' && (deletion_due_at ?? 0) <= clock.now(),
  }
}
