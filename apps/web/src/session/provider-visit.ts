import { createPkce } from '@awan/client'
import { createMessenger } from '@awan/client/messages'
import { ServiceError } from '@awan/protocol/errors'
import type { useClient } from './ClientProvider.tsx'
import { PROVIDER_CALLBACK_PATH } from './provider-callback.ts'

const STATE_PREFIX = 'visit.'
const CHANNEL = 'awan.provider-visit'
const MESSAGE = 'provider_visit'

/** What a third party was asked, as the calls of the server name it. */
export interface VisitQuestion {
  redirect_uri: string
  state: string
  code_challenge: string
  code_challenge_method: 'S256'
}

export interface VisitAnswer {
  code: string
  redirect_uri: string
  code_verifier: string
  iss?: string
}

/**
 * Sends a person to a third party in a window of its own, so that this page keeps what was typed. The
 * window comes back to our callback address and tells this page by a channel: the two have no other
 * tie, because our pages cut themselves off from the windows of others. Rejects with `cancelled` when
 * the signal is aborted, `unimplemented` when the browser opens no window, `access_denied` when the
 * person said no there.
 */
export async function visitProvider(
  { runtime }: Pick<ReturnType<typeof useClient>, 'runtime'>,
  begin: (question: VisitQuestion) => Promise<{ uri: string }>,
  signal: AbortSignal,
): Promise<VisitAnswer> {
  // At once, while the click still counts: later a browser takes it for an advertisement.
  const visitor = open('', '_blank', 'popup,width=520,height=680')
  if (!visitor) {
    throw new ServiceError('unimplemented', {
      description: 'the browser blocked the sign-in window: allow pop-ups for this site',
    })
  }
  try {
    const { code_verifier, ...challenge } = await createPkce(runtime)
    const state = STATE_PREFIX + crypto.randomUUID()
    const redirect_uri = location.origin + PROVIDER_CALLBACK_PATH
    const { uri } = await begin({ redirect_uri, state, ...challenge })
    const answer = hear(state, signal)
    visitor.location.replace(uri)
    return { ...(await answer), redirect_uri, code_verifier }
  } catch (error) {
    visitor.close()
    throw error
  }
}

/** Whether this address is what such a window comes back to. */
export function isVisitReturn({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): boolean {
  if (pathname !== PROVIDER_CALLBACK_PATH) return false
  return new URLSearchParams(search).get('state')?.startsWith(STATE_PREFIX) ?? false
}

/** Tells the page that waits, takes the code out of the address, and closes the window. */
export function handOverVisit(): void {
  const { search } = location
  history.replaceState(null, '', VISIT_DONE_PATH)
  const { messenger, channel, end } = openMessages()
  messenger.post(channel, { origin: location.origin, type: MESSAGE, data: search })
  end()
  close()
}

/** Shown by browsers that leave closing to the person. */
export const VISIT_DONE_PATH = '/visit-done'

function hear(state: string, signal: AbortSignal): Promise<Pick<VisitAnswer, 'code' | 'iss'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<VisitAnswer, 'code' | 'iss'>>()
  const { messenger, end } = openMessages()
  const leave = () =>
    reject(
      new ServiceError('cancelled', {
        description: 'the sign-in with the identity provider was cancelled',
      }),
    )
  signal.addEventListener('abort', leave)
  messenger.listen(MESSAGE, ({ data }) => {
    const answer = new URLSearchParams(String(data))
    // Another page may be waiting for another window.
    if (answer.get('state') !== state) return
    const code = answer.get('code')
    const iss = answer.get('iss')
    if (code) resolve({ code, ...(iss ? { iss } : {}) })
    else reject(new ServiceError('access_denied', { description: answer.get('error') ?? '' }))
  })
  return promise.finally(() => {
    signal.removeEventListener('abort', leave)
    end()
  })
}

/** MSG-1, MSG-2: marked messages of our own origin, by a channel in the place of a window. */
function openMessages() {
  const channel = new BroadcastChannel(CHANNEL)
  const messenger = createMessenger({ allowedOrigins: [location.origin], window: channel })
  const end = () => {
    messenger.dispose()
    channel.close()
  }
  return { messenger, channel, end }
}
