import { isServiceError } from '@awan/protocol/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { visitProvider } from '../../session/provider-visit.ts'
import { useSignOutGuards } from '../../session/SignOut.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'

export interface Provider {
  id: string
  name: string
}

/** An account of a third party that opens another account here. */
export interface BoundElsewhere {
  provider: Provider
  /** Takes it over. */
  trans_token: string
  /** Signs in to the other account. */
  provider_token: string
}

/** Why the last visit linked nothing. */
interface LinkProblem {
  providerId: string
  text: NonNullable<ReturnType<typeof explain>>
}

/** The accounts at third parties that open this one. */
export function useLinkedAccounts(onElsewhere: (elsewhere: BoundElsewhere) => void) {
  const client = useClient()
  const sub = useSub()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const mayLeave = useSignOutGuards()
  const navigate = useNavigate()
  const [awayAt, setAwayAt] = useState<string>()
  const [problem, setProblem] = useState<LinkProblem>()
  const visit = useRef<AbortController>(undefined)
  useEffect(() => () => visit.current?.abort(), [])

  const query = useQuery({ queryKey: ['providers', sub], queryFn: () => client.providers.list() })
  const refresh = () => {
    setProblem(undefined)
    return Promise.all(
      ['providers', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  }

  function tell(error: unknown, provider: Provider) {
    const text = explain(error)
    if (text) setProblem({ providerId: provider.id, text })
    else handleError(error)
  }

  /** To the third party in a window of its own, and back; then the proof that it is the owner here. */
  async function link(provider: Provider) {
    // A window that was closed halfway says nothing: whoever clicks again begins anew.
    visit.current?.abort()
    visit.current = new AbortController()
    setProblem(undefined)
    const { signal } = visit.current
    try {
      const opening = visitProvider(
        client,
        ({ code_challenge, code_challenge_method, ...question }) =>
          client.providers.uri({
            provider_id: provider.id,
            ...question,
            other_params: { code_challenge, code_challenge_method },
          }),
        signal,
      )
      setAwayAt(provider.id)
      const { code, redirect_uri, code_verifier, iss } = await opening
      const { provider_token } = await client.providers.grantToken({
        provider_id: provider.id,
        provider_code: code,
        provider_redirect_uri: redirect_uri,
        provider_params: { code_verifier, ...(iss === undefined ? {} : { iss }) },
      })
      try {
        await withSudo((sudo_token) => client.providers.bind({ provider_token, sudo_token }))
      } catch (error) {
        const trans_token = readTransferToken(error)
        if (trans_token === undefined) throw error
        return onElsewhere({ provider, trans_token, provider_token })
      }
      await refresh()
    } catch (error) {
      if (!signal.aborted) tell(error, provider)
    } finally {
      if (!signal.aborted) setAwayAt(undefined)
    }
  }

  return {
    query,
    awayAt,
    problem,
    link,
    unlink: (provider: Provider) =>
      withSudo(async (sudo_token) => {
        await client.providers.unbind(provider.id, { sudo_token })
        await refresh()
        return true as const
      }),
    takeOver: ({ provider, trans_token }: BoundElsewhere) =>
      withSudo(async (sudo_token) => {
        await client.providers.transfer(provider.id, { trans_token, sudo_token })
        await refresh()
        return true as const
      }),
    /** CAL-21: the third party has just proven who the person is, so this is a sign-in like any other. */
    async openOther({ provider_token }: BoundElsewhere) {
      if (!(await mayLeave('switching'))) return undefined
      await client.providers.transferByProvider({ provider_token })
      await navigate({ href: '/files' })
      return true as const
    },
  }
}

function explain(error: unknown) {
  if (isServiceError(error, 'unimplemented')) return 'linked.blocked'
  if (isServiceError(error, 'expired_token')) return 'linked.over'
  if (isServiceError(error, 'already_exists')) return 'linked.other'
  return isServiceError(error, 'access_denied', 'provider_error') ? 'linked.refused' : undefined
}

function readTransferToken(error: unknown): string | undefined {
  if (!isServiceError(error, 'already_exists')) return undefined
  return error.details.find(
    (detail) => 'reason' in detail && detail.reason === 'provider_bound_elsewhere',
  )?.resource_id
}
