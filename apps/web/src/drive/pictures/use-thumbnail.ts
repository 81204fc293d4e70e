import { useEffect, useState } from 'react'
import { whenResting } from './when-resting.ts'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 1_000
const LONGEST_MS = 8_000
/** For two minutes: of a folder of photos that has just come the last are made about then. */
const MOST_TRIES = 18

export interface Thumbnail {
  /** Each time another number, which makes a new request of it. */
  tries: number
  state: 'waiting' | 'coming' | 'here' | 'none'
  onLoad(): void
  onError(): void
}

/** A small picture that may still be on its way; one among many is asked for when scrolling rests. */
export function useThumbnail({ isOfMany = false } = {}): Thumbnail {
  const [{ tries, state }, setThumbnail] = useState<Pick<Thumbnail, 'tries' | 'state'>>({
    tries: 0,
    state: isOfMany ? 'waiting' : 'coming',
  })
  useEffect(() => {
    if (state !== 'waiting') return
    const ask = () => setThumbnail({ tries: tries + 1, state: 'coming' })
    if (tries === 0) return whenResting(ask)
    const timer = setTimeout(ask, Math.min(FIRST_AGAIN_MS * 2 ** (tries - 1), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [state, tries])
  return {
    tries,
    state,
    onLoad: () => setThumbnail({ tries, state: 'here' }),
    // At least one: that one is asked for again after a while, and not when scrolling rests.
    onError: () =>
      setThumbnail({ tries: Math.max(tries, 1), state: tries < MOST_TRIES ? 'waiting' : 'none' }),
  }
}
