import { measureBundleSizes } from '../client/bundle-sizes.ts'
import { measureExpiredCalls } from '../client/expired-calls.ts'
import { measureLockRounds } from '../client/lock-rounds.ts'
import type { Measurement } from '../measurement.ts'

export const accountClient: Measurement = {
  name: 'client',
  summary:
    'what the account client weighs beside others, its locks, and calls that find it expired',
  startsServersItself: true,
  run: async (_targets, repeat) => [
    ...(await measureBundleSizes()),
    ...(await measureLockRounds(repeat)),
    ...(await measureExpiredCalls(repeat)),
  ],
}
