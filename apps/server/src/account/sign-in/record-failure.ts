import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { RiskyCall } from '../captcha/risk.ts'
import type { EventLog } from '../events/events.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** One small write for a known account as for an unknown one, so that both take alike. */
export type RecordFailure = (
  user: UserRow | undefined,
  call: RiskyCall,
  proof: 'password' | 'code',
) => Promise<void>

/** So many refused codes of an hour are written into the history of a person. */
const MAX_RECORDED_CODES = 20

export function createRecordFailure({
  db,
  attempts,
  events,
}: {
  db: Database
  attempts: SignInAttempts
  events: EventLog
}): RecordFailure {
  return (user, call, proof) =>
    db.write(async (writer) => {
      // Passwords are looked at a limited number of times. A token is no guess, and anybody can make one up for ever.
      const codes = proof === 'code' ? await attempts.countRefusedCode(writer, call) : 0
      if (codes > MAX_RECORDED_CODES) return
      const { caller } = call
      if (user) {
        await events.record(writer, { type: 'account.sign_in_failed', sub: user.sub, caller })
      } else await attempts.missed(writer, call)
    })
}
