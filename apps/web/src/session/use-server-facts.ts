import type { getServerFacts, ServerFacts } from '@awan/protocol/account'
import { useAskedOnce } from './use-asked-once.ts'

/** Who may come in here; nothing while it is not known. */
export function useServerFacts({ enabled = true } = {}): ServerFacts | undefined {
  return useAskedOnce(
    'server',
    // The call itself, because every first visit makes it: the other ways in are fetched when needed.
    (client) => client.request<typeof getServerFacts>('GET', '/v1/server'),
    { enabled },
  )
}
