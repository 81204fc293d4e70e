import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Caller } from '../../http/route.ts'
import type { Random } from '../../kernel/id.ts'
import type { RiskAlgorithm } from './algorithm.ts'
import type { DeviceSigns } from './device-sign.ts'

export interface DeviceReport {
  xl_fp_raw: string
  xl_fp: string
  xl_fp_sign: string
  /** The sign that the device had before. */
  deviceid?: string | undefined
}

/** DEV-8: a device says what it is and gets its sign. Nothing of the report is kept. */
export function createReportDevice({
  algorithm,
  deviceSigns,
  random,
}: {
  algorithm: RiskAlgorithm
  deviceSigns: DeviceSigns
  random: Random
}): (report: DeviceReport, caller: Caller) => string {
  return (report, caller) => {
    const raw = report.xl_fp_raw
    if (report.xl_fp.toLowerCase() !== createHash('md5').update(raw).digest('hex')) {
      throw refuse('xl_fp is not the MD5 of xl_fp_raw')
    }
    if (!algorithm.isSignOf(raw, report.xl_fp_sign)) {
      throw refuse(
        'xl_fp_sign is not what a fresh script from /risk?cmd=algorithm makes of xl_fp_raw',
      )
    }
    const deviceId =
      caller.deviceId ?? caller.claimedDeviceId ?? deviceSigns.read(report.deviceid ?? '')?.deviceId
    return deviceSigns.create(deviceId ?? random.bytes(16).toString('hex'))
  }
}

function refuse(description: string): ServiceError {
  return new ServiceError('invalid_argument', { description })
}
