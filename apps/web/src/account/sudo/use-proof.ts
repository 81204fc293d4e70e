import { readTwoFactor, type TwoFactorStep, type User } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useClient } from '../../session/ClientProvider.tsx'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import type { CodeProblem } from '../verify-code/code-problem.ts'
import type { GrantedSudo } from './sudo-keeper.ts'

export type SudoPayload = Parameters<User['sudo']>[0]
type ProofProblem = Problem<Extract<PlainTextKey, `sudo.${string}`>> | CodeProblem
type Explain = (error: unknown) => ProofProblem | undefined

/** The first proof was right; the second one is still to come. */
export interface SecondStep extends TwoFactorStep {
  first: SudoPayload
}

/** One proof, and the second step where the server wants it. What goes wrong is said where it happened. */
export function useProof(onGranted: (granted: GrantedSudo) => void) {
  const client = useClient()
  const textOf = useProblemText()
  const [second, setSecond] = useState<SecondStep>()
  const [problem, setProblem] = useState<ProofProblem>()
  const [isBusy, setBusy] = useState(false)

  /** Said here and not in a note: while the dialog is open, notes are out of reach. */
  async function attempt(call: () => Promise<void>, explain: Explain = () => undefined) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      report(error, explain)
    } finally {
      setBusy(false)
    }
  }

  function report(error: unknown, explain: Explain = () => undefined) {
    if (!isServiceError(error, 'cancelled')) setProblem(explain(error) ?? toProblem(error))
  }

  async function prove(payload: SudoPayload) {
    try {
      onGranted(await client.user.sudo(payload))
    } catch (error) {
      const step = readTwoFactor(error)
      if (!step) throw error
      const { two_factor_token, two_factor_code, two_factor_recovery_code, ...first } = payload
      // Asked again in the middle of it: the token has seen too many wrong codes, or is over.
      if (two_factor_token !== undefined) startAgain()
      else setSecond({ ...step, first })
    }
  }

  function startAgain() {
    setSecond(undefined)
    setProblem('sudo.second.over')
  }

  return {
    attempt,
    prove,
    second,
    setSecond,
    isBusy,
    fail: setProblem,
    report,
    problem: problem && textOf(problem),
    clear: () => setProblem(undefined),
  }
}

export type ProofFlow = ReturnType<typeof useProof>

function toProblem(error: unknown): ProofProblem {
  return isServiceError(error, 'resource_exhausted') ? { error, words: 'error.tooMany' } : { error }
}
