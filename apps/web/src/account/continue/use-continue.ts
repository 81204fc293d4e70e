import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { carriedToken, subscribeToCarried } from './carried-token.ts'

/** CAL-3: shows whose account the link opens, and signs in to it when the person agrees. */
export function useContinue() {
  const client = useClient()
  const router = useRouter()
  const handleError = useErrorHandler()
  const [waysIn] = useState(() => createWaysIn(client))
  const carried = useSyncExternalStore(subscribeToCarried, carriedToken)
  const signin_token = carried?.token
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<number>()
  const whose = useQuery({
    // By its number and not by itself: the token is a secret.
    queryKey: ['carried-token', carried?.number],
    queryFn: () => waysIn.inspectSignInToken({ signin_token: signin_token ?? '' }),
    enabled: signin_token !== undefined,
    gcTime: 0,
    // Once it is used, the answer would be another one.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 2 && !isServiceError(error, 'unauthenticated'),
  })

  async function signIn(): Promise<void> {
    if (isBusy || signin_token === undefined) return
    setBusy(true)
    try {
      await client.signIn.withToken({ signin_token })
      await router.navigate({ href: '/files', replace: true })
    } catch (error) {
      if (isServiceError(error, 'unauthenticated')) setRefused(carried?.number)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    whose,
    /** Used, too old, or not a token at all. */
    isOver:
      carried === undefined ||
      carried.number === refused ||
      isServiceError(whose.error, 'unauthenticated'),
    isBusy,
    signIn: () => void signIn(),
  }
}
