import { useEffect, useState } from 'react'
import { useVisit } from '../VisitProvider.tsx'

export type Content<T> =
  | { step: 'coming' }
  | { step: 'here'; value: T }
  | { step: 'failed'; error: unknown }

/** Something of a file that is asked for once. */
export function useContent<T>(ask: (signal: AbortSignal) => Promise<T>): Content<T> {
  const { check } = useVisit()
  const [content, setContent] = useState<Content<T>>({ step: 'coming' })
  const [asked] = useState(() => ask)
  useEffect(() => {
    const leaving = new AbortController()
    asked(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setContent({ step: 'here', value })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setContent({ step: 'failed', error })
        void check()
      },
    )
    return () => leaving.abort()
  }, [asked, check])
  return content
}
