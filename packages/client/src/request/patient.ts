import { ServiceError } from '@awan/protocol/errors'
import type { AwanClient } from '../client.ts'
import { BACK_OFF_MS, MAX_ATTEMPTS } from '../constants.ts'
import { createHexId } from '../runtime/hex-id.ts'
import { wait } from '../runtime/wait.ts'
import { wrongParam } from '../wrong-param.ts'
import { toAddress } from './address.ts'
import type { Call, OpenFunction, RequestFunction } from './call.ts'
import { checkSignal } from './prepare-request.ts'
import { checkRetry, isWorthRepeating } from './retry.ts'

/** What the patient client needs of the first one. */
export type PatientHost = Pick<AwanClient, 'request' | 'open' | 'runtime'>

export interface PatientOptions {
  /** How often a call is repeated when the server or the network fails, 0 to 4; 2 by default. */
  retry?: number | undefined
  before?: BeforeHook | undefined
  after?: AfterHook | undefined
}

type AttemptFields = Pick<Call, 'headers' | 'query' | 'body' | 'timeoutMs'>

/** An attempt that is about to be made. */
export interface Attempt extends Readonly<AttemptFields> {
  /** 0 is the first one. */
  readonly index: number
  readonly method: string
  /** As declared: `/drive/v1/files/{id}`. */
  readonly path: string
}

/**
 * What is different in this one attempt: headers and query are added to those of the call, body and
 * timeout take the place of its own. `retry` says beforehand whether a failure is repeated.
 */
export interface AttemptChange extends AttemptFields {
  retry?: boolean
}

/** How an attempt ended. */
export type Outcome =
  | { readonly attempt: Attempt; readonly answer: unknown }
  | { readonly attempt: Attempt; readonly error: unknown }

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
type Hook<Given, Said> = (given: Given) => Said | void | Promise<Said | void>

/** Called before each attempt. What it throws ends the call. */
export type BeforeHook = Hook<Attempt, AttemptChange>

/**
 * Called after each attempt: `true` repeats the call, even one that was answered; `false` does not.
 * Otherwise `before` has decided, or the rule does. What it throws ends the call.
 */
export type AfterHook = Hook<Outcome, boolean>

export interface PatientRequest {
  request: RequestFunction
  open: OpenFunction
}

/**
 * The second client: it asks through the first one, waits 1, 2, 4 s and more between its attempts,
 * and lets hooks decide what is repeated, up to 15 attempts in all.
 *
 * @example
 * const patient = createPatientRequest(client, {
 *   after: (outcome) => ('error' in outcome && isServiceError(outcome.error, 'aborted')) || undefined,
 * })
 * const me = await patient.request<typeof getMe>('GET', '/v1/user/me', { auth: true })
 */
export function createPatientRequest(
  host: PatientHost,
  options: PatientOptions = {},
): PatientRequest {
  const { runtime, request, open } = Object(host) as PatientHost
  if (typeof request !== 'function' || typeof open !== 'function') throw wrongParam('client')
  const { before, after, retry: usual } = Object(options) as PatientOptions
  const usualRetry = checkRetry(usual)
  if (!isHook(before)) throw wrongParam('before')
  if (!isHook(after)) throw wrongParam('after')

  function repeating(send: SendFunction): SendFunction {
    return async (method, path, given) => {
      const call = Object(given) as SendOptions
      const retry = checkRetry(call.retry, usualRetry)
      const place = toAddress({ ...call, path }).path
      checkSignal(call.signal)
      const requestId = createHexId(runtime)

      for (let index = 0; ; index++) {
        const { headers, query, body, timeoutMs } = call
        const attempt: Attempt = {
          index,
          method,
          path,
          headers: { ...headers },
          query: { ...query },
          body,
          timeoutMs,
        }
        const change = Object(await ask(before, attempt)) as AttemptChange
        const outcome: Outcome = await send(method, path, {
          ...call,
          headers: { ...headers, ...change.headers },
          query: { ...query, ...change.query },
          body: change.body ?? body,
          timeoutMs: change.timeoutMs ?? timeoutMs,
          requestId,
          retry: 0,
        }).then(
          (answer) => ({ attempt, answer }),
          (error: unknown) => ({ attempt, error }),
        )
        const hasFailed = 'error' in outcome
        const opinions: unknown[] = [
          await ask(after, outcome),
          hasFailed && change.retry,
          hasFailed && index < retry && isWorthRepeating(outcome.error, place),
        ]
        const isRepeated = opinions.find((opinion) => typeof opinion === 'boolean')
        // CON-5: whatever the hooks say.
        if (!isRepeated || index + 1 >= MAX_ATTEMPTS) {
          if (hasFailed) throw outcome.error
          return outcome.answer
        }
        if (!hasFailed) discard(outcome.answer)
        await wait(runtime, BACK_OFF_MS * 2 ** index, call.signal)
      }
    }
  }

  return {
    request: repeating(request as SendFunction) as RequestFunction,
    open: repeating(open as SendFunction) as OpenFunction,
  }
}

type SendOptions = Omit<Call, 'method' | 'path'>

/** Here the types of a call are left behind, as in the client itself. */
type SendFunction = (method: string, path: string, options?: SendOptions) => Promise<unknown>

function isHook(hook: unknown): boolean {
  return hook === undefined || typeof hook === 'function'
}

async function ask<Given, Said>(hook: Hook<Given, Said> | undefined, given: Given) {
  try {
    return await hook?.(given)
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('local', { description: 'a request hook failed', cause })
  }
}

/** An answer in bytes that nobody reads holds its connection until it is cancelled. */
function discard(answer: unknown): void {
  if (answer instanceof Response) answer.body?.cancel().catch(() => {})
}
