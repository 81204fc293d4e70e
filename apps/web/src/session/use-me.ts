import type { AwanClient } from '@awan/client'
import { useQuery } from '@tanstack/react-query'
import { useClient, useSub } from './ClientProvider.tsx'
import { keepPerson } from './kept-people.ts'

/** The profile of the signed-in person. */
export function useMe() {
  const client = useClient()
  const sub = useSub()
  return useQuery({
    queryKey: ['me', sub],
    queryFn: async () => {
      const me = await client.user.me()
      keepPerson(client, me)
      return me
    },
    enabled: sub !== undefined,
    staleTime: 5 * 60 * 1000,
  })
}

type Me = Awaited<ReturnType<AwanClient['user']['me']>>

export function isAdministrator({ groups }: Pick<Me, 'groups'>): boolean {
  return groups.some(({ id }) => id === 'administrators')
}
