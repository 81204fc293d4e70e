import type { Database } from '../../db/database.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { SecondStepMethod } from './second-step-method.ts'

export function createRecoveryMethod({
  db,
  recoveryCodes,
  events,
  notices,
}: {
  db: Database
  recoveryCodes: RecoveryCodes
  events: EventLog
  notices: Notices
}): SecondStepMethod {
  return {
    method: 'RECOVERY',
    isAvailable: async (reader, { sub }) => (await recoveryCodes.countLeft(reader, sub)) > 0,
    takes: ({ kind }) => kind === 'recovery',
    async check({ user, proof, caller }) {
      if (proof.kind !== 'recovery') return false
      return db.write(async (writer) => {
        const { sub } = user
        if (!(await recoveryCodes.use(writer, sub, proof.code))) return false
        const data = { codes_left: await recoveryCodes.countLeft(writer, sub) }
        await events.record(writer, { type: 'account.recovery_code_used', sub, caller, data })
        await notices.queue(writer, 'recoveryCodeUsed', user, caller)
        return true
      })
    },
  }
}
