import type { Route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import { createRiskAlgorithm } from './algorithm.ts'
import { createDeviceSigns, type DeviceSigns } from './device-sign.ts'
import { riskRoutes } from './risk.routes.ts'
import { createReportDevice } from './risk.ts'

/** How a device gets its sign, and how it is known by it later. */
export function joinRisk({
  clock,
  random,
  codeKey,
}: {
  clock: Clock
  random: Random
  codeKey: Buffer
}): { recognise: DeviceSigns['recognise']; routes: Route[] } {
  const deviceSigns = createDeviceSigns({ codeKey, clock })
  const algorithm = createRiskAlgorithm({ codeKey, clock })
  const reportDevice = createReportDevice({ algorithm, deviceSigns, random })
  return { recognise: deviceSigns.recognise, routes: riskRoutes({ algorithm, reportDevice }) }
}
