import { useEffect, useState } from 'react'
import { askWorker } from './ask-worker.ts'
import type { OfficeAnswer, OfficeAsk } from './read-office.ts'

export interface OfficeState {
  /** The last answer that has come, which may be one to an earlier question. */
  value: OfficeAnswer | undefined
  isReading: boolean
  error: unknown
}

/** What was read of a file, as long as somebody holds the file. */
const answers = new WeakMap<Blob, Map<string, OfficeAnswer>>()

/** An answer about a document; another question is another answer. */
export function useOffice(file: Blob, ask: OfficeAsk): OfficeState {
  const question = JSON.stringify(ask)
  const known = answers.get(file)?.get(question)
  const [state, setState] = useState<{ question: string; value?: OfficeAnswer; error?: unknown }>()
  useEffect(() => {
    const leaving = new AbortController()
    read(file, question, leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setState({ question, value })
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setState({ question, error })
      },
    )
    return () => leaving.abort()
  }, [file, question])
  const isAnswered = state?.question === question
  return {
    value: known ?? state?.value,
    isReading: known === undefined && !isAnswered,
    error: isAnswered ? state.error : undefined,
  }
}

async function read(file: Blob, question: string, signal: AbortSignal): Promise<OfficeAnswer> {
  const kept = answers.get(file) ?? new Map<string, OfficeAnswer>()
  answers.set(file, kept)
  const known = kept.get(question)
  if (known) return known
  const value = await askWorker({ file, ask: JSON.parse(question) as OfficeAsk }, signal)
  kept.set(question, value)
  return value
}
