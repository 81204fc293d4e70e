import { QueryClient } from '@tanstack/react-query'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Our client retries by the rules of the protocol; a second retry on top would only hide trouble.
      // A server in the same house answers without the internet, so being offline stops nothing.
      queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
