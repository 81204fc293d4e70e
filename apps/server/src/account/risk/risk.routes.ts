import { getRiskAlgorithm, reportRisk } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { RiskAlgorithm } from './algorithm.ts'
import type { createReportDevice } from './risk.ts'

/** Enough for an office behind one address whose browsers all start at nine o'clock. */
const REPORTS = [{ by: 'address', points: 600, perSeconds: 600 }] as const

export function riskRoutes({
  algorithm,
  reportDevice,
}: {
  algorithm: RiskAlgorithm
  reportDevice: ReturnType<typeof createReportDevice>
}): Route[] {
  return [
    route(getRiskAlgorithm, {}, async ({ reply }) =>
      reply
        .headers({
          'content-type': 'application/javascript; charset=utf-8',
          'cache-control': 'no-store',
          // Pages of other origins that may call us load it too; there is nothing secret in it.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(algorithm.script()),
    ),
    route(reportRisk, { limits: REPORTS }, async ({ body, caller }) => ({
      deviceid: reportDevice(body, caller),
    })),
  ]
}
