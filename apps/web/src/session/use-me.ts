import { useQuery } from '@tanstack/react-query'
import { useClient, useSub } from './ClientProvider.tsx'

/** The profile of the signed-in person. */
export function useMe() {
  const client = useClient()
  const sub = useSub()
  return useQuery({
    queryKey: ['me', sub],
    queryFn: () => client.user.me(),
    enabled: sub !== undefined,
    staleTime: 5 * 60 * 1000,
  })
}
