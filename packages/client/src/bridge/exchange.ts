import type { BridgeOrder, BridgeRequest } from '@awan/protocol/bridge'
import { ServiceError } from '@awan/protocol/errors'
import { BRIDGE_TIMEOUT_MS } from '../constants.ts'
import type { Log } from '../log/log.ts'
import { createHexId } from '../runtime/hex-id.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { checked } from '../wrong-param.ts'
import type { Shell } from './find-shell.ts'
import { formatError, readResponse, type ShellResponse } from './read-response.ts'

/** Requests on their way to the shell, and what comes back. */
export interface Exchange {
  /** Resolves with the event id of the shell's acknowledgement; the listener hears what follows. */
  order(order: BridgeOrder, listener?: Listener): Promise<string>
  /** Resolves with the result, which nobody has checked yet. */
  ask(order: BridgeOrder): Promise<unknown>
  /** Drops the listeners of one event id, or all of them. */
  forget(eventId?: string): void
  dispose(): void
}

export interface Listener {
  hear(params: unknown): unknown
  isOnce: boolean
}

/**
 * Joins responses to requests. A response names its request by `id`, or by the event id that the
 * shell gave to it. A text that names none, because it cannot be read, belongs to the request that it
 * was returned for; one that came by itself belongs to the requests whose ids stand in it, since ids
 * are random and a broken text mostly still holds its own. What remains is nobody's: it is dropped,
 * and the time-out ends whoever waited for it.
 */
export function createExchange(
  runtime: Pick<Runtime, 'randomBytes' | 'startTimer'>,
  shell: Shell,
  log?: Pick<Log, 'error'>,
): Exchange {
  const threads = new Map<string, Thread>()
  let isDisposed = false
  const stopListening = shell.listen((text) => receive(text))

  function send(order: BridgeOrder, aim: Pick<Thread, 'wantsResult' | 'listener'>) {
    return new Promise<unknown>((resolve, reject) => {
      if (isDisposed) throw cancelled()
      const id = createHexId(runtime)
      const text = toText({ id, ...order })
      const stopTimer = runtime.startTimer(BRIDGE_TIMEOUT_MS, () => fail(id, timedOut()))
      threads.set(id, { ...aim, eventId: undefined, open: { resolve, reject, stopTimer } })
      void post(id, text)
    })
  }

  async function post(id: string, text: string): Promise<void> {
    let answer: unknown
    try {
      answer = await shell.post(text)
    } catch {
      // What a shell throws may quote the request, and with it a token.
      fail(id, new ServiceError('local', { description: 'the shell rejected the request' }))
      return
    }
    if (answer !== undefined && answer !== null) receive(answer, id)
  }

  function receive(text: unknown, returnedFor?: string): void {
    const response = readResponse(text)
    if (returnedFor !== undefined && (response.id ?? returnedFor) !== returnedFor) {
      // A shell that mixes up its requests must not give one the secrets of another.
      fail(returnedFor, formatError())
      return
    }
    for (const id of join(response, text, returnedFor)) {
      if (response.type === 'failure') fail(id, response.error)
      else if (response.type === 'normal') acknowledge(id, response)
      else forward(id, response.params)
    }
  }

  function join({ id, eventId, type }: ShellResponse, text: unknown, returnedFor?: string) {
    const named = returnedFor ?? id
    if (named !== undefined && threads.has(named)) return [named]
    if (returnedFor !== undefined) return []
    return [...threads.keys()].filter((key) =>
      eventId === undefined
        ? type === 'failure' && typeof text === 'string' && text.includes(key)
        : threads.get(key)?.eventId === eventId,
    )
  }

  function acknowledge(id: string, { eventId, params, hasParams }: ReadableResponse): void {
    const thread = threads.get(id)
    if (!thread?.open) return
    if (thread.wantsResult && hasParams) settle(id)?.resolve(params)
    else if (eventId === undefined) fail(id, formatError())
    else {
      thread.eventId = eventId
      if (!thread.wantsResult) settle(id)?.resolve(eventId)
    }
  }

  function forward(id: string, params: unknown): void {
    const thread = threads.get(id)
    if (thread?.wantsResult) settle(id)?.resolve(params)
    const listener = thread?.listener
    if (!thread || !listener) return
    if (listener.isOnce) drop(id, thread)
    const heard = (async () => listener.hear(params))()
    heard.catch((error) => log?.error('a listener of the bridge failed', { error }))
  }

  function fail(id: string, error: ServiceError): void {
    const open = settle(id)
    // A listener that hears already is not disturbed by a failure that came too late.
    if (!open) return
    threads.delete(id)
    open.reject(error)
  }

  function settle(id: string): Thread['open'] {
    const thread = threads.get(id)
    const open = thread?.open
    if (!thread || !open) return undefined
    open.stopTimer()
    thread.open = undefined
    if (!thread.listener) threads.delete(id)
    return open
  }

  function drop(id: string, thread: Thread): void {
    thread.listener = undefined
    if (!thread.open) threads.delete(id)
  }

  return {
    order: (order, listener) => send(order, { wantsResult: false, listener }) as Promise<string>,
    ask: (order) => send(order, { wantsResult: true, listener: undefined }),
    forget(eventId) {
      for (const [id, thread] of threads) {
        if (eventId === undefined || thread.eventId === eventId) drop(id, thread)
      }
    },
    dispose() {
      isDisposed = true
      stopListening()
      for (const [id, { eventId, listener }] of threads) {
        fail(id, cancelled())
        // So that the shell does not go on calling into the page.
        if (eventId !== undefined && listener) {
          const request = { id: createHexId(runtime), operation: 'off', event_id: eventId } as const
          void post(request.id, toText(request))
        }
      }
      threads.clear()
    },
  }
}

/** A request and what follows from it, until it is answered and nobody listens any more. */
interface Thread {
  wantsResult: boolean
  listener: Listener | undefined
  eventId: string | undefined
  /** Until it is answered. */
  open:
    | { resolve(value: unknown): void; reject(error: ServiceError): void; stopTimer(): void }
    | undefined
}

type ReadableResponse = Exclude<ShellResponse, { type: 'failure' }>

function toText(request: BridgeRequest): string {
  return checked('params', () => JSON.stringify(request))
}

/**
 * BRG-22: `deadline_exceeded` is the catalogue's name for what was not answered in time. `local` would
 * look like garbage from the shell, and `unreachable` like a network that fails.
 */
function timedOut(): ServiceError {
  return new ServiceError('deadline_exceeded', { description: 'timeout' })
}

function cancelled(): ServiceError {
  return new ServiceError('cancelled', { description: 'the bridge is disposed' })
}
