import type { AnswerOf } from '@awan/protocol'
import type { grantToken, startDevice } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { isFilledText, toFields } from '../fields.ts'
import { wait } from '../runtime/wait.ts'
import { wrongParam } from '../wrong-param.ts'
import type { AccountContext } from './account-context.ts'

export type StartedDevice = AnswerOf<typeof startDevice>

export interface DevicePollOptions {
  /** Aborting it ends the polling with `cancelled`. */
  signal?: AbortSignal | undefined
  /** Told how far the other device has come: `WAITING_CONSENT` once the person has opened the page. */
  onState?: ((state: string) => void) | undefined
}

/** Asks again and again until the other device has approved or refused, or time is up. */
export async function pollDevice(
  context: AccountContext,
  started: Pick<StartedDevice, 'device_code' | 'expires_in' | 'interval'>,
  options: DevicePollOptions = {},
): Promise<AnswerOf<typeof grantToken>> {
  const { request, runtime, clientId: client_id, clientSecret: client_secret } = context
  const { disposed, accept } = context
  const { device_code, expires_in, interval } = toFields(started)
  const { signal: cancel, onState } = toFields(options)
  if (!isFilledText(device_code)) throw wrongParam('device_code')
  if (!(Number.isFinite(expires_in) && expires_in > 0)) throw wrongParam('expires_in')
  const signal = cancel ? AbortSignal.any([disposed, cancel]) : disposed
  const endMs = runtime.now() + expires_in * 1000
  const tell = createTeller(onState)
  let pauseMs = toPauseMs(interval)
  for (let leftMs = expires_in * 1000; leftMs > 0; leftMs = endMs - runtime.now()) {
    await wait(runtime, Math.min(pauseMs, leftMs), signal)
    if (runtime.now() >= endMs) break
    let answer: AnswerOf<typeof grantToken>
    try {
      answer = await request<typeof grantToken>('POST', '/v1/auth/token', {
        // The next poll is the repetition.
        retry: 0,
        signal,
        body: {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code,
          client_id,
          client_secret,
        },
      })
    } catch (error) {
      if (isServiceError(error, 'slow_down')) pauseMs += SLOW_DOWN_MS
      else if (isServiceError(error, 'authorization_pending')) tell(error)
      else if (!isServiceError(error, 'internal', 'unreachable')) throw error
      continue
    }
    return accept(answer)
  }
  throw new ServiceError('expired_token', { description: 'the device code has expired' })
}

/** RFC 8628, 3.5: what `slow_down` adds, for good. */
const SLOW_DOWN_MS = 5000

/** RFC 8628, 3.2: five seconds where the server names no pause, or none that a timer can keep. */
function toPauseMs(intervalSeconds: unknown): number {
  const isSane =
    typeof intervalSeconds === 'number' && intervalSeconds >= 1 && intervalSeconds <= 3600
  return (isSane ? intervalSeconds : 5) * 1000
}

/** Tells each state once; a listener that throws does not end the polling. */
function createTeller(onState: DevicePollOptions['onState']): (pending: ServiceError) => void {
  let told: unknown
  return ({ details }) => {
    const state = details.map((entry) => entry.state).find(isFilledText)
    if (state === undefined || state === told) return
    told = state
    try {
      onState?.(state)
    } catch {
      // What the app does with it is the app's own.
    }
  }
}
