import { isServiceError } from '@awan/protocol/errors'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { PROVIDER_CALLBACK_PATH } from '../../session/provider-callback.ts'
import { toReturnPath } from '../../session/return-path.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { beginVisit } from '../sign-in/begin-visit.ts'
import { bringProof, type Obstacle } from '../sign-in/bring-proof.ts'
import type { ShownObstacle } from '../sign-in/ObstacleStep.tsx'
import { obstaclePart } from '../sign-in/obstacle-part.ts'
import type { PendingVisit } from '../sign-in/pending-visit.ts'
import type { ReturnedVisit } from './returned-visit.ts'

type Outcome = 'working' | 'refused' | 'failed' | 'unknown'

/** Turns what the third party gave into a session, or into what else is needed for one. */
export function useProviderReturn(returned: ReturnedVisit) {
  const client = useClient()
  const router = useRouter()
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [outcome, setOutcome] = useState<Outcome>('working')
  const [obstacle, setObstacle] = useState<ShownObstacle>()
  const visit = returned.kind === 'unknown' ? undefined : returned.visit

  async function finish() {
    if (returned.kind !== 'code') return setOutcome(returned.kind)
    try {
      await enter(returned)
    } catch (error) {
      setOutcome('failed')
      // That the third party said no is told by the page itself.
      if (!isServiceError(error, 'provider_error', 'expired_token')) handleError(error)
    }
  }

  async function enter({ visit, code, iss }: Extract<ReturnedVisit, { kind: 'code' }>) {
    const granted = await client.providers.grantToken({
      provider_id: visit.providerId,
      provider_code: code,
      provider_redirect_uri: location.origin + PROVIDER_CALLBACK_PATH,
      provider_params: {
        code_verifier: visit.codeVerifier,
        ...(iss === undefined ? {} : { iss }),
      },
    })
    const { provider_token } = granted
    try {
      await meet(await bringProof(client, { way: 'provider', provider_token }))
    } catch (error) {
      if (!isServiceError(error, 'not_found')) throw error
      const { name, email } = granted.provider_profile
      await router.navigate({
        to: '/signup',
        search: visit.from === undefined ? {} : { from: visit.from },
        state: {
          provider: {
            token: provider_token,
            ...(name === undefined ? {} : { name }),
            ...(email === undefined ? {} : { email }),
          },
        },
        replace: true,
      })
    }
  }

  async function meet(met: Obstacle | undefined) {
    if (met === undefined) {
      await router.navigate({
        href: toReturnPath(visit?.from, location.origin),
        replace: true,
      })
    } else if (met.kind !== 'code-first') {
      await Promise.all([obstaclePart.load(), need('obstacles')])
      setObstacle(met)
    }
  }

  const isBegun = useRef(false)
  const begin = useEffectEvent(() => {
    if (!isBegun.current) void finish()
    isBegun.current = true
  })
  useEffect(() => begin(), [])

  return {
    outcome,
    obstacle,
    visit,
    meet: (met: Obstacle | undefined) => void meet(met).catch(handleError),
    again: (visit: PendingVisit) => void beginVisit(client, visit).catch(handleError),
    leave: () =>
      router.navigate({
        to: '/signin',
        search: visit?.from === undefined ? {} : { from: visit.from },
        replace: true,
      }),
  }
}
