import type { File, ThumbnailSize } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useVisit } from '../VisitProvider.tsx'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 1_000
const LONGEST_MS = 8_000
const MOST_TRIES = 18

export interface Picture {
  /** Undefined while there is nothing to show. */
  src: string | undefined
  /** There is none, and none will come. */
  isMissing: boolean
  isHere: boolean
  onLoad(): void
  onError(): void
}

/** A small picture of a file, which may still be on its way. */
export function usePicture(
  { id, thumbnail_link: link }: Pick<File, 'id' | 'thumbnail_link'>,
  size: ThumbnailSize,
): Picture {
  const { drive } = useVisit()
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'waiting' | 'none'>(
    link === undefined ? 'none' : 'coming',
  )

  /** An image does not tell why it failed; the call does. */
  const askAgain = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const { body } = await drive.files.thumbnail(id, { size, signal })
      await body?.cancel()
      setState('coming')
    } catch (error) {
      if (signal.aborted) return
      if (isServiceError(error, 'not_found') || tries >= MOST_TRIES) setState('none')
      else setTries(tries + 1)
    }
  })

  useEffect(() => {
    if (state !== 'waiting') return
    const leaving = new AbortController()
    const waitMs = Math.min(FIRST_AGAIN_MS * 2 ** tries, LONGEST_MS)
    const timer = setTimeout(() => void askAgain(leaving.signal), waitMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [state, tries])

  const isShown = state === 'coming' || state === 'here'
  return {
    src: isShown && link !== undefined ? `${link}?size=${size}` : undefined,
    isMissing: state === 'none',
    isHere: state === 'here',
    onLoad: () => setState('here'),
    onError() {
      setTries(tries + 1)
      setState(tries < MOST_TRIES ? 'waiting' : 'none')
    },
  }
}
