import { listLosses } from '@awan/client/drive'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClient } from '../../session/ClientProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { aboutQuery } from '../drive-queries.ts'
import { toLostFiles } from './lost-files.ts'

/** What others would lose with the account, page by page, and the team drives that nobody else manages. */
export function useLosses() {
  const client = useClient()
  const about = useQuery(aboutQuery(useDrive()))
  const losses = useInfiniteQuery({
    queryKey: ['drive', 'losses'],
    async queryFn({ pageParam: page_token }) {
      let answer = await listLosses(client, { page_token })
      // A page may be empty while there are more.
      while (answer.shares.length === 0 && answer.next_page_token !== undefined) {
        answer = await listLosses(client, { page_token: answer.next_page_token })
      }
      return answer
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
    staleTime: 0,
  })
  const { data } = losses
  const own = about.data
  return {
    losses,
    isError: losses.isError || about.isError,
    refetch: () => Promise.all([losses.refetch(), about.refetch()]),
    ownRootId: own?.root_id,
    found:
      data && own
        ? {
            files: toLostFiles(
              data.pages.flatMap(({ shares }) => shares),
              own.drive_id,
            ),
            teamDrives: data.pages[0]?.team_drives ?? [],
          }
        : undefined,
  }
}
