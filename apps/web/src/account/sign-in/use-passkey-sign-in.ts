import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { readAccountState } from './account-state.ts'
import type { Obstacle } from './bring-proof.ts'

/** Options are good for five minutes. */
const RENEW_AFTER_MS = 4 * 60_000

export type PasskeyProblem = 'unknown' | 'unable' | 'expired'

/**
 * A passkey by its button, and while the first step is shown as an offer of the field itself. A browser
 * answers one question at a time, so that the button takes the offer back first.
 */
export function usePasskeySignIn({
  isOffered,
  onMeet,
}: {
  isOffered: boolean
  onMeet: (next: Obstacle | undefined) => void
}) {
  const client = useClient()
  const handleError = useErrorHandler()
  const [problem, setProblem] = useState<PasskeyProblem>()
  const [isBusy, setBusy] = useState(false)
  const [turn, setTurn] = useState(0)
  const offer = useRef<AbortController>(null)

  async function ask(passkeys: Passkeys, options: { signal?: AbortSignal; isAutofill?: boolean }) {
    const { passkey } = createWaysIn(client)
    const credential = await passkeys.choosePasskey(client, await passkey.options(), options)
    return () => passkey.signIn({ credential })
  }

  async function finish(signIn: () => Promise<unknown>) {
    setBusy(true)
    try {
      await signIn()
      onMeet(undefined)
    } catch (error) {
      react(error)
    } finally {
      setBusy(false)
    }
  }

  function react(error: unknown) {
    const state = readAccountState(error, Date.now())
    if (state) onMeet({ kind: 'state', state, error })
    else if (isServiceError(error, 'access_denied', 'not_found')) setProblem('unknown')
    else if (isServiceError(error, 'unimplemented')) setProblem('unable')
    else if (isServiceError(error, 'expired_token')) setProblem('expired')
    else handleError(error)
  }

  const offerInField = useEffectEvent(async (signal: AbortSignal) => {
    let signIn: () => Promise<unknown>
    try {
      await untilIdle()
      const passkeys = await loadPasskeys()
      if (signal.aborted || !(await passkeys.readPasskeySupport(client)).autofill) return
      signIn = await ask(passkeys, { signal, isAutofill: true })
    } catch {
      // Nobody has asked for anything yet; the button tells what is wrong.
      return
    }
    if (!signal.aborted) await finish(signIn)
  })

  useEffect(() => {
    if (!isOffered || !canUsePasskeys) return
    const leaving = new AbortController()
    offer.current = leaving
    void offerInField(leaving.signal)
    const timer = setTimeout(() => setTurn(turn + 1), RENEW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isOffered, turn])

  return {
    canUse: canUsePasskeys,
    problem,
    isBusy,
    async use() {
      if (isBusy) return
      setProblem(undefined)
      offer.current?.abort()
      setBusy(true)
      try {
        await finish(await ask(await loadPasskeys(), {}))
      } catch (error) {
        react(error)
      } finally {
        setBusy(false)
        setTurn(turn + 1)
      }
    },
  }
}

type Passkeys = typeof import('@awan/client/passkeys')

const loadPasskeys = (): Promise<Passkeys> => import('@awan/client/passkeys')

/** Browsers withhold them from pages without TLS. */
const canUsePasskeys = 'PublicKeyCredential' in globalThis

/** The offer can wait until the page stands. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 200)
  })
}
