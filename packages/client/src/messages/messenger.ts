import { ServiceError } from '@awan/protocol/errors'
import { wrongParam } from '../wrong-param.ts'
import { readMessage, writeMessage } from './message-text.ts'
import type { IncomingMessage, MessageTarget, MessageWindow, WindowMessage } from './window-port.ts'

export interface MessengerOptions {
  /** Whom to post to and listen to, each as `https://drive.example.org`, with its port if it has one. */
  allowedOrigins: readonly string[]
  /** The window that receives messages; the page's own window by default. */
  window?: MessageWindow | undefined
  /** Told what a listener throws. Without it that is ignored: it is no business of the other window. */
  onError?: ((error: unknown) => void) | undefined
}

export interface OutgoingMessage {
  /** The only origin that may read it: one of the allowed ones. */
  origin: string
  type: string
  /** Anything that JSON can carry. */
  data?: unknown
}

/** Messages between windows of known origins. */
export interface Messenger {
  /**
   * Posts to another window, readable by one origin alone.
   *
   * @example messenger.post(window.opener, { origin: 'https://drive.example.org', type: 'signed_in' })
   */
  post(target: MessageTarget, message: OutgoingMessage): void
  /**
   * Calls back for each message of this type, until the returned function is called.
   *
   * @example const stop = messenger.listen('signed_in', ({ data }) => goOn(data))
   */
  listen(type: string, listener: (message: IncomingMessage) => unknown): () => void
  /**
   * Stops listening, and forgets all listeners.
   *
   * @example messenger.dispose()
   */
  dispose(): void
}

/**
 * Exchanges messages with other windows, and with nobody but the allowed origins.
 *
 * @example
 * const messenger = createMessenger({ allowedOrigins: ['https://login.example.org'] })
 * messenger.listen('signed_in', ({ data }) => goOn(data))
 */
export function createMessenger(options: MessengerOptions): Messenger {
  const { window = globalThis as MessageWindow, onError } = Object(options) as MessengerOptions
  const allowed = toAllowed(options?.allowedOrigins)
  check('window', isCallable(window?.addEventListener) && isCallable(window.removeEventListener))
  check('onError', onError === undefined || isCallable(onError))
  const entries = new Set<{ type: string; listener: (message: IncomingMessage) => unknown }>()
  let isDisposed = false

  function receive(event: WindowMessage): void {
    const message = readMessage(event, allowed)
    if (!message) return
    for (const entry of [...entries]) {
      // A listener may have sent the next one away.
      if (entry.type !== message.type || !entries.has(entry)) continue
      const call = async () => entry.listener(message)
      // Nor may `onError` throw into the window: there is nobody left to tell.
      call()
        .catch(onError)
        .catch(() => {})
    }
  }

  function checkOpen(): void {
    if (isDisposed) throw new ServiceError('local', { description: 'messenger is disposed' })
  }

  window.addEventListener('message', receive)
  return {
    post(target, message) {
      checkOpen()
      const { origin, type, data } = Object(message) as OutgoingMessage
      check('target', isCallable(target?.postMessage))
      // MSG-2: one exact origin, so that a window that has gone elsewhere does not read it.
      check('origin', allowed.has(origin))
      check('type', typeof type === 'string')
      const text = writeMessage(type, data)
      try {
        target.postMessage(text, origin)
      } catch (cause) {
        throw wrongParam('target', cause)
      }
    },
    listen(type, listener) {
      checkOpen()
      check('type', typeof type === 'string')
      check('listener', isCallable(listener))
      const entry = { type, listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    dispose() {
      isDisposed = true
      entries.clear()
      window.removeEventListener('message', receive)
    },
  }
}

/** Origins in the browser's own spelling: there is no `*`, no `null`, no path and no default port. */
function toAllowed(origins: unknown): ReadonlySet<string> {
  check('allowedOrigins', Array.isArray(origins))
  const allowed = new Set(origins as string[])
  for (const origin of allowed) check('allowedOrigins', isOrigin(origin))
  return allowed
}

function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || text.includes('*') || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

function isCallable(value: unknown): boolean {
  return typeof value === 'function'
}

function check(param: string, isRight: boolean): void {
  if (!isRight) throw wrongParam(param)
}
