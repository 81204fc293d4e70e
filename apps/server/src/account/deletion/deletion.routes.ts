import { deleteMe, getDeletionEligibility, restoreAccount } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Deletion } from './deletion.ts'
import type { Restore } from './restore.ts'

const RESTORES = [{ by: 'address', points: 60, perSeconds: 3600 }] as const

export function deletionRoutes({
  deletion,
  restore,
  graceMs,
}: {
  deletion: Deletion
  restore: Restore
  graceMs: number
}): Route[] {
  return [
    route(getDeletionEligibility, { user: true }, async ({ user }) => {
      const reasons = await deletion.obstacles(user.sub)
      const grace_period = Math.round(graceMs / 1000)
      return { eligible: reasons.length === 0, reasons, grace_period }
    }),
    route(deleteMe, { user: true, sudo: true }, ({ user, caller }) =>
      deletion.request(user, caller),
    ),
    route(restoreAccount, { limits: RESTORES }, ({ body, caller }) =>
      restore(body.restore_token, caller),
    ),
  ]
}
