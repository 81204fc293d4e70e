import type { AwanClient } from '@awan/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from './ClientProvider.tsx'

const KEPT_MS = 60_000

interface Kept {
  answer: Promise<unknown>
  atMs: number
}

const keptAnswers = new WeakMap<AwanClient, Map<string, Kept>>()

/**
 * A fact about the server, for pages that load no query cache. Asked once a minute at most, by however
 * many screens; what cannot be learned stays unknown, and is then not offered.
 */
export function useAskedOnce<T>(
  name: string,
  ask: (client: AwanClient) => Promise<T>,
  { enabled = true } = {},
): T | undefined {
  const client = useClient()
  const [answer, setAnswer] = useState<T>()
  const learn = useEffectEvent(() => keep(client, name, () => ask(client)))
  useEffect(() => {
    if (!enabled) return
    let isShown = true
    learn().then(
      (learned) => {
        if (isShown) setAnswer(learned)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [enabled])
  return answer
}

function keep<T>(client: AwanClient, name: string, ask: () => Promise<T>): Promise<T> {
  const answers = keptAnswers.get(client) ?? new Map<string, Kept>()
  keptAnswers.set(client, answers)
  const kept = answers.get(name)
  if (kept && Date.now() < kept.atMs + KEPT_MS) return kept.answer as Promise<T>
  const answer = ask()
  answers.set(name, { answer, atMs: Date.now() })
  answer.catch(() => answers.delete(name))
  return answer
}
