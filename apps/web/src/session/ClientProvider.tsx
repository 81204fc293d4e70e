import type { AwanClient } from '@awan/client'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { signedInSub } from './signed-in-sub.ts'

const ClientContext = createContext<AwanClient | null>(null)

export function ClientProvider({ client, children }: { client: AwanClient; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>
}

export function useClient(): AwanClient {
  const client = use(ClientContext)
  if (client === null) throw new Error('useClient needs a ClientProvider above it')
  return client
}

/** Whether somebody is signed in, and whether as a guest; in whichever tab it happened. */
export function useSession(): ReturnType<AwanClient['session']['state']> {
  const client = useClient()
  return useSyncExternalStore(
    (listener) => client.session.subscribe(listener),
    () => client.session.state(),
  )
}

/** The id of the person who is signed in, in whichever tab it happened. */
export function useSub(): string | undefined {
  const client = useClient()
  return useSyncExternalStore(
    (listener) => client.session.subscribe(listener),
    () => signedInSub(client),
  )
}
