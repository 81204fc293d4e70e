import type { reportRisk } from '@awan/protocol/account'
import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import { DEFAULT_TIMEOUT_MS } from '../constants.ts'
import type { FullUrl, RequestFunction } from '../request/call.ts'
import { checkSignal } from '../request/prepare-request.ts'
import type { Page, Runtime } from '../runtime/runtime.ts'
import { throwIfCancelled, unlessCancelled } from '../runtime/wait.ts'
import { describeTraits } from './device-traits.ts'
import { keepIdentity, syncIdentity } from './keep-identity.ts'
import { md5 } from './md5.ts'
import {
  type DeviceIdentity,
  isDeviceSign,
  isDue,
  isSignOf,
  readIdentity,
} from './stored-identity.ts'

export interface RiskReportOptions {
  runtime: Runtime
  request: RequestFunction
  deviceId: () => string
  /** The first API origin; empty for the page's own. */
  origin: string
  /** Also while the identity is still good. */
  force?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Reports this device and keeps the identity that the server answers with. Calls at the same time, in
 * this tab or another, make one report.
 */
export async function renewIdentity(options: RiskReportOptions): Promise<DeviceIdentity> {
  const { runtime, signal } = options
  checkSignal(signal)
  throwIfCancelled(signal, RISK_PATH)
  const flight = flights.get(runtime) ?? takeOff(options)
  flight.waiting += 1
  try {
    return await (signal ? unlessCancelled(flight.identity, signal) : flight.identity)
  } finally {
    flight.waiting -= 1
    // One caller's change of mind does not stop the others; that of the last one does.
    if (flight.waiting === 0) flight.abort()
  }
}

const RISK_PATH = '/risk'
/** The name that the algorithm's script gives to its function. */
const ALGORITHM = 'xl_al'

interface Flight {
  identity: Promise<DeviceIdentity>
  waiting: number
  abort(): void
}

const flights = new WeakMap<Runtime, Flight>()

function takeOff(options: RiskReportOptions): Flight {
  const { runtime } = options
  const controller = new AbortController()
  const land = () => {
    if (flights.get(runtime) === flight) flights.delete(runtime)
  }
  const flight: Flight = {
    identity: renewOnce(options, controller.signal).finally(land),
    waiting: 0,
    abort() {
      land()
      controller.abort()
    },
  }
  flights.set(runtime, flight)
  return flight
}

function renewOnce(options: RiskReportOptions, signal: AbortSignal): Promise<DeviceIdentity> {
  const { runtime, force, deviceId } = options
  const isGood = (identity: DeviceIdentity) =>
    isSignOf(identity.sign, deviceId()) && !isDue(identity, runtime.now())
  const before = syncIdentity(runtime)
  if (before && !force && isGood(before)) return Promise.resolve(before)
  const task = async () => {
    throwIfCancelled(signal, RISK_PATH)
    // Another tab may have reported while we waited.
    const now = readIdentity(runtime)
    const isOthers = now?.sign !== before?.sign
    return now && isGood(now) && (isOthers || !force) ? now : report(options, now, signal)
  }
  return runtime.lock('device_sign', task, { waitMs: DEFAULT_TIMEOUT_MS })
}

async function report(
  { runtime, request, origin }: RiskReportOptions,
  old: DeviceIdentity | undefined,
  signal: AbortSignal,
): Promise<DeviceIdentity> {
  const { page } = runtime
  if (!page) throw failed('unimplemented', 'there is no page to load the algorithm into')
  const address = toAddress(page, origin)
  const raw = describeTraits(page, runtime.now())
  // DEV-7: the algorithm is the server's, so that it can change it.
  await load(runtime, page, `${address}?cmd=algorithm&t=${runtime.now()}`, signal)
  const answer = await request<typeof reportRisk>('POST', address, {
    query: { cmd: 'report' },
    body: {
      xl_fp_raw: raw,
      xl_fp: md5(raw),
      xl_fp_sign: signRaw(page, raw),
      version: 2,
      ...(old ? { deviceid: old.sign } : {}),
    },
    signal,
  })
  if (!isDeviceSign(answer.deviceid)) throw failed('local', 'response format error')
  throwIfCancelled(signal, RISK_PATH)
  const identity = { sign: answer.deviceid, createdAtMs: runtime.now() }
  keepIdentity(runtime, identity)
  return identity
}

async function load(runtime: Runtime, page: Page, url: string, signal: AbortSignal): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stopTimer = runtime.startTimer(DEFAULT_TIMEOUT_MS, () =>
    reject(failed('unreachable', `request timeout (${DEFAULT_TIMEOUT_MS}ms)`)),
  )
  try {
    await unlessCancelled(Promise.race([page.loadScript(url), late]), signal)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw failed('unreachable', 'the script cannot be loaded', cause)
  } finally {
    stopTimer()
  }
}

function signRaw(page: Page, raw: string): string {
  const algorithm = page.global(ALGORITHM)
  if (typeof algorithm !== 'function') throw failed('local', `the script gave no ${ALGORITHM}`)
  let sign: unknown
  try {
    sign = algorithm(raw)
  } catch (cause) {
    throw failed('local', `${ALGORITHM} failed`, cause)
  }
  if (typeof sign !== 'string') throw failed('local', `${ALGORITHM} gave no text`)
  return sign
}

/** DEV-9: a full address stays with its origin, also when the others are asked instead of it. */
function toAddress(page: Page, origin: string): FullUrl | typeof RISK_PATH {
  const own = (page.global('location') as { origin?: unknown } | undefined)?.origin
  const base = origin || (typeof own === 'string' && own.startsWith('http') ? own : '')
  return (base.replace(/\/+$/, '') + RISK_PATH) as FullUrl | typeof RISK_PATH
}

function failed(name: ErrorName, description: string, cause?: unknown): ServiceError {
  return new ServiceError(name, { description, uri: RISK_PATH, cause })
}
