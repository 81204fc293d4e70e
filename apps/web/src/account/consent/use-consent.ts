import type { AwanClient } from '@awan/client'
import type { getAuthorizeInfo, getOpenIdConfiguration } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useShell } from '../../session/ShellProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { emptyContact } from '../contact-field/contact-draft.ts'
import {
  readAuthorizationRequest,
  readMistake,
  toAnswerAddress,
  toInfoQuery,
  withoutSignInPrompt,
} from './authorization-request.ts'
import { findStep } from './find-step.ts'
import { grantInShell, keepSignOutAddress } from './grant-in-shell.ts'

type Step =
  | { name: 'looking' | 'ask' | 'sign-in-again' | 'password' | 'leaving' }
  | { name: 'wrong'; mistake: string }
  | { name: 'failed'; error: unknown }

/** An app's request for access and the person's answer. `raw` is the request as the app sent it. */
export function useConsent(raw: string) {
  const client = useClient()
  const shell = useShell()
  const sub = useSub()
  const { locale } = useLanguage()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  const [step, setStep] = useState<Step>({ name: 'looking' })
  const [busy, setBusy] = useState<'allow' | 'refuse'>()
  const [turn, setTurn] = useState(0)
  const request = readAuthorizationRequest(raw)

  const { data: info } = useQuery({
    queryKey: ['authorize', sub, raw, locale],
    queryFn: request ? () => client.authorization.info(toInfoQuery(request, locale)) : skipToken,
    enabled: sub !== undefined && step.name !== 'looking',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

  async function decide(approve: boolean): Promise<string> {
    if (!request) throw new Error('there is no authorization request to decide on')
    const { prompts: _, loginHint: __, ...sent } = request
    const grant = async () => (await client.authorization.grant({ ...sent, approve })).redirect_to
    if (!shell || !approve) return grant()
    const issuer = () => issuerOf(client)
    const address = (await grantInShell({ shell, request, issuer })) ?? (await grant())
    // The grant stays valid; a failure here is only reported.
    await keepSignOutAddress(shell, request).catch(handleError)
    return address
  }

  /** A mistake of the app is shown on this page; any other error can be retried. */
  function react(error: unknown): void {
    if (isServiceError(error, 'login_required')) setStep({ name: 'sign-in-again' })
    else if (isServiceError(error, ...mistakes)) setStep({ name: 'wrong', mistake: error.error })
    else setStep({ name: 'failed', error })
  }

  function leave(address: string): void {
    setStep({ name: 'leaving' })
    // The Back button must not return to this page: its request is used up.
    location.replace(address)
  }

  const look = useEffectEvent(async (isEnded: () => boolean) => {
    if (!request) return setStep({ name: 'wrong', mistake: readMistake(raw) ?? 'invalid_request' })
    try {
      const due = await findStep(client, request, sub !== undefined)
      if (isEnded()) return
      if (due.name === 'sign-in') await signIn()
      else if (due.name === 'grant') leave(await decide(true))
      else if (due.name === 'answer') {
        const iss = await issuerOf(client)
        leave(
          toAnswerAddress(request.redirect_uri, { error: due.error, state: request.state, iss }),
        )
      } else setStep(due)
    } catch (error) {
      if (!isEnded()) react(error)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the signed-in person runs it again
  useEffect(() => {
    let isEnded = false
    setStep((last) => (last.name === 'leaving' ? last : { name: 'looking' }))
    void look(() => isEnded)
    return () => {
      isEnded = true
    }
  }, [raw, sub, turn])

  /** A sign-in from here is the new one that a prompt asks for. The page there names the app. */
  async function signIn() {
    if (!request) throw new Error('there is no authorization request to sign in for')
    const { client: app } = info ?? (await lookAtApp(client, toInfoQuery(request, locale)))
    const hint = request.loginHint
    await navigate({
      to: '/signin',
      search: { from: `/authorize?request=${encodeURIComponent(withoutSignInPrompt(raw))}` },
      state: {
        app: app.name,
        ...(hint !== undefined && { contact: { ...emptyContact(), text: hint } }),
      },
      replace: true,
    })
  }

  async function answer(approve: boolean): Promise<void> {
    if (busy) return
    setBusy(approve ? 'allow' : 'refuse')
    try {
      leave(await decide(approve))
    } catch (error) {
      if (isServiceError(error, 'login_required', ...mistakes)) react(error)
      else handleError(error)
    } finally {
      setBusy(undefined)
    }
  }

  return {
    step,
    request,
    info,
    busy,
    allow: () => void answer(true),
    refuse: () => void answer(false),
    retry: () => setTurn((last) => last + 1),
    /** A new sign-in is a new session: the old one ends first. */
    async signInAgain() {
      await client.signOut().catch(handleError)
      await signIn()
    },
  }
}

const mistakes = [
  'not_found',
  'unauthorized_client',
  'invalid_request_uri',
  'invalid_request',
  'invalid_argument',
  'invalid_scope',
  'unsupported_response_type',
] as const

/** As `authorization.info`, which is for those who are signed in. */
function lookAtApp(client: AwanClient, query: ReturnType<typeof toInfoQuery>) {
  return client.request<typeof getAuthorizeInfo>('GET', '/v1/user/authorize/info', {
    auth: 'optional',
    query,
  })
}

/** RFC 9207: every answer names who gives it. */
async function issuerOf(client: AwanClient): Promise<string> {
  const { issuer } = await client.request<typeof getOpenIdConfiguration>(
    'GET',
    '/.well-known/openid-configuration',
  )
  return issuer
}
