import { type ErrorObject, ServiceError, toServiceError } from '@awan/protocol/errors'

/** A page's Worker, or a worker's own scope: what both have of a port. */
export interface Port {
  postMessage(message: unknown): void
  addEventListener(name: 'message', listener: (event: { data: unknown }) => void): void
  removeEventListener(name: 'message', listener: (event: { data: unknown }) => void): void
}

/** Calls of functions on the other side. */
export interface PortCalls {
  call(name: string, ...args: unknown[]): Promise<unknown>
  /** Listens no more; what is under way is never answered. */
  close(): void
}

type Message =
  | { kind: typeof CALL; id: number; name: string; args: unknown[] }
  | { kind: typeof ANSWER; id: number; value?: unknown; error?: unknown }

const CALL = 'awan_call'
const ANSWER = 'awan_answer'
const ERROR = 'awan_error'

/** Lets each side call what the other one offers. Files go along as they are, without their bytes. */
export function openCalls(
  port: Port,
  offered: Readonly<Record<string, (...args: never[]) => unknown>>,
): PortCalls {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let calls = 0

  async function answer({ id, name, args }: Message & { kind: typeof CALL }): Promise<void> {
    try {
      const act = offered[name] as ((...args: unknown[]) => unknown) | undefined
      if (!act)
        throw new ServiceError('unimplemented', { description: `there is no call named ${name}` })
      const value = await act(...(unpack(args) as unknown[]))
      port.postMessage({ kind: ANSWER, id, value: pack(value) })
    } catch (error) {
      port.postMessage({ kind: ANSWER, id, error: pack(toError(error)) })
    }
  }

  function onMessage({ data }: { data: unknown }): void {
    const message = data as Message
    if (message?.kind === CALL) void answer(message)
    if (message?.kind !== ANSWER) return
    const { id, value, error } = message
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(unpack(value))
    else asked?.reject(unpack(error))
  }

  port.addEventListener('message', onMessage)
  return {
    call(name, ...args) {
      calls += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(calls, asked)
      port.postMessage({ kind: CALL, id: calls, name, args: pack(args) })
      return asked.promise
    },
    close: () => port.removeEventListener('message', onMessage),
  }
}

/** Of an error a message keeps only its text: ours go as their object of the wire. */
function pack(value: unknown): unknown {
  if (value instanceof ServiceError) return { [ERROR]: value.toJSON() }
  return mapInside(value, pack)
}

function unpack(value: unknown): unknown {
  const error = (value as { [ERROR]?: ErrorObject } | undefined)?.[ERROR]
  return error ? toServiceError(error) : mapInside(value, unpack)
}

/** Files and whatever else is no plain data stay as they are. */
function mapInside(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner)]))
}

function toError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError('internal', { description: String(thrown) })
}
