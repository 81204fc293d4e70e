import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { SecondStepMethod } from './second-step-method.ts'
import { findTotpStep } from './totp.ts'
import { selectTwoFactors, takeTotpStep } from './two-factor.store.ts'

export function createTotpMethod({
  db,
  clock,
  seal,
}: {
  db: Database
  clock: Clock
  seal: Seal
}): SecondStepMethod {
  return {
    method: 'TOTP',
    async isAvailable(reader, { sub }) {
      return (await selectTwoFactors(reader, sub)).some(({ method }) => method === 'TOTP')
    },
    takes: ({ kind }) => kind === 'digits',
    async check({ user: { sub }, proof }) {
      if (proof.kind !== 'digits') return false
      return db.write(async (writer) => {
        const rows = await selectTwoFactors(writer, sub)
        const row = rows.find(({ method }) => method === 'TOTP')
        if (!row?.secret) return false
        const secret = Buffer.from(seal.open(row.secret, sub), 'base64url')
        const step = findTotpStep(secret, proof.code, {
          nowMs: clock.now(),
          usedStep: row.last_step,
        })
        return step !== undefined && takeTotpStep(writer, sub, step)
      })
    },
  }
}
