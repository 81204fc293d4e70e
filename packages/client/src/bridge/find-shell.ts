import type { ANSWER_GLOBAL, SHELL_GLOBAL } from '@awan/protocol/bridge'
import type { Page } from '../runtime/runtime.ts'

/** A shell as it stood on the page when it was first looked for. */
export interface Shell {
  readonly identifier: string
  readonly version: string
  /** Gives it a request. It may return the response, a promise of it, or nothing yet. */
  post(request: string): unknown
  /** Hands over whatever the shell says later, until the returned function is called. */
  listen(receive: (text: unknown) => void): () => void
}

/** BRG-3: decided once per page load. The document is the page load, whoever asks and however often. */
export function findShell(page: Page): Shell | undefined {
  const { document } = page
  if (!found.has(document)) found.set(document, readShell(page))
  return found.get(document)
}

const found = new WeakMap<object, Shell | undefined>()

const shellGlobal: typeof SHELL_GLOBAL = 'awanShell'
const answerGlobal: typeof ANSWER_GLOBAL = 'awanShellAnswer'

function readShell(page: Page): Shell | undefined {
  try {
    const shell = page.global(shellGlobal) as Record<string, unknown> | null | undefined
    const { identifier, version, postMessage } = shell ?? {}
    if (typeof identifier !== 'string' || typeof version !== 'string') return undefined
    if (typeof postMessage !== 'function') return undefined
    return {
      identifier,
      version,
      // Objects of a platform refuse to be called as anything but their own.
      post: (request) => Reflect.apply(postMessage, shell, [request]),
      listen: createAnswerLine(page),
    }
  } catch {
    // A getter that throws belongs to no shell of ours.
    return undefined
  }
}

/** One function on the page for all bridges of the page: each takes what it has asked for. */
function createAnswerLine(page: Page): Shell['listen'] {
  const receivers = new Set<(text: unknown) => void>()
  let hide: (() => void) | undefined
  return (receive) => {
    receivers.add(receive)
    hide ??= page.expose(answerGlobal, (text: unknown) => {
      for (const each of [...receivers]) each(text)
    })
    return () => {
      receivers.delete(receive)
      if (receivers.size > 0) return
      hide?.()
      hide = undefined
    }
  }
}
