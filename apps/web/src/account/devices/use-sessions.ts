import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useCentre } from '../centre/use-centre.ts'

/** Where the person is signed in; an ended session is out from its next call on. */
export function useSessions() {
  const t = useTexts()
  const centre = useCentre()
  const sub = useSub()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const queryKey = ['sessions', sub]
  const query = useQuery({ queryKey, queryFn: () => centre.sessions.list() })
  const access = useQuery({
    queryKey: ['access', sub],
    queryFn: () => centre.sessions.access(),
  })

  async function ended(count: number) {
    await queries.invalidateQueries({ queryKey })
    announce(t('devices.ended', { count }))
    return true as const
  }

  return {
    query,
    /** What this session may do. */
    access,
    async end(id: string) {
      await centre.sessions.end(id)
      return ended(1)
    },
    async endOthers() {
      const { ended: count } = await centre.sessions.endOthers()
      return ended(count)
    },
  }
}
