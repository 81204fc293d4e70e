import type { AwanClient } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PartProblemContext } from '../ui/use-part.ts'
import { useClient } from './ClientProvider.tsx'
import { SignOutProvider } from './SignOut.tsx'
import { signedInSub } from './signed-in-sub.ts'
import { useErrorHandler } from './use-error-handler.ts'

/** Keeps what the screens below have loaded, for one person at a time, and whom to ask before they leave. */
export function QueriesRoute() {
  const client = useClient()
  const [queries] = useState(() => createQueryClient())
  useEffect(() => forgetWithPerson(client, queries), [client, queries])
  return (
    <QueryClientProvider client={queries}>
      <SignOutProvider>
        {/* A piece of a screen that does not arrive is told like a call that fails. */}
        <PartProblemContext value={useErrorHandler()}>
          <Outlet />
        </PartProblemContext>
      </SignOutProvider>
    </QueryClientProvider>
  )
}

/** For the whole app, or, with `outer`, for a part of it that is known apart from the rest. */
export function createQueryClient(outer?: QueryClient): QueryClient {
  /** What the server wants of the person first stands in the profile. */
  function onError(error: unknown) {
    if (isServiceError(error, 'interaction_required')) {
      void (outer ?? queries).invalidateQueries({ queryKey: ['me'] })
    }
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Our client retries by the rules of the protocol; a second retry on top would only hide trouble.
      // A server in the same house answers without the internet, so being offline stops nothing.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}

/** What one person loaded is not shown to the next. */
function forgetWithPerson(client: AwanClient, queries: QueryClient): () => void {
  let sub = signedInSub(client)
  return client.session.subscribe(() => {
    // A token that was refreshed changes nothing here.
    if (signedInSub(client) === sub) return
    sub = signedInSub(client)
    queries.clear()
  })
}
