import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../ui/Toasts.tsx'
import { SHARED } from '../live/invalidate-changed.ts'

/** Ends something that is shared, shows the lists without it, and says so. */
export function useEndShare(): (end: () => Promise<void>, done: string) => Promise<true> {
  const queries = useQueryClient()
  const toast = useToast()
  return async (end, done) => {
    await end().catch((error: unknown) => {
      // Somebody else was faster: it has ended all the same.
      if (!isServiceError(error, 'not_found')) throw error
    })
    await queries.invalidateQueries({ queryKey: [SHARED] })
    toast({ title: done, tone: 'done' })
    return true
  }
}
