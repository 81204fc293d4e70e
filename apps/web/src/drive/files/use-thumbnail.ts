import { useEffect, useState } from 'react'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 1_000
const MOST_TRIES = 5

/** A small picture that may still be on its way; `tries` makes a new request of it. */
export function useThumbnail() {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'waiting' | 'none'>('coming')
  useEffect(() => {
    if (state !== 'waiting') return
    const again = () => {
      setTries(tries + 1)
      setState('coming')
    }
    const timer = setTimeout(again, FIRST_AGAIN_MS * 2 ** tries)
    return () => clearTimeout(timer)
  }, [state, tries])
  return {
    tries,
    state,
    onLoad: () => setState('here'),
    onError: () => setState(tries + 1 < MOST_TRIES ? 'waiting' : 'none'),
  }
}
