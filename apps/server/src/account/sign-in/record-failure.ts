import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { RiskyCall } from '../captcha/risk.ts'
import type { EventLog } from '../events/events.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** One small write for a known account as for an unknown one, so that both take alike. */
export type RecordFailure = (user: UserRow | undefined, call: RiskyCall) => Promise<void>

export function createRecordFailure({
  db,
  attempts,
  events,
}: {
  db: Database
  attempts: SignInAttempts
  events: EventLog
}): RecordFailure {
  return (user, call) =>
    db.write((writer) =>
      user
        ? events.record(writer, {
            type: 'account.sign_in_failed',
            sub: user.sub,
            caller: call.caller,
          })
        : attempts.missed(writer, call),
    )
}
