import type { File, ThumbnailSize } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDrive } from '../DriveProvider.tsx'
import { whenResting } from './when-resting.ts'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 1_000
const LONGEST_MS = 8_000
/** For two minutes: of a folder of photos that has just come the last are made about then. */
const MOST_TRIES = 18

/** Links of pictures that cannot be made, for rows that come into view again. */
const broken = new Set<string>()
const MOST_BROKEN = 10_000

export interface Thumbnail {
  /** Undefined while there is nothing to show. */
  src: string | undefined
  isHere: boolean
  onLoad(): void
  onError(): void
}

type State = 'waiting' | 'coming' | 'here' | 'none'

/** A small picture that may still be on its way; one among many is asked for when scrolling rests. */
export function useThumbnail(
  { id, thumbnail_link: link = '' }: Pick<File, 'id' | 'thumbnail_link'>,
  { size, isOfMany = false }: { size: ThumbnailSize; isOfMany?: boolean },
): Thumbnail {
  const drive = useDrive()
  const [{ tries, state }, setThumbnail] = useState<{ tries: number; state: State }>(() => ({
    tries: 0,
    state: broken.has(link) ? 'none' : isOfMany ? 'waiting' : 'coming',
  }))

  /** An image does not tell why it failed; the call does. */
  const askAgain = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const { body } = await drive.files.thumbnail(id, { size, signal })
      await body?.cancel()
      setThumbnail({ tries: tries + 1, state: 'coming' })
    } catch (error) {
      if (signal.aborted) return
      const isBroken = isServiceError(error, 'not_found')
      if (isBroken && broken.size < MOST_BROKEN) broken.add(link)
      setThumbnail({
        tries: tries + 1,
        state: isBroken || tries >= MOST_TRIES ? 'none' : 'waiting',
      })
    }
  })

  useEffect(() => {
    if (state !== 'waiting') return
    if (tries === 0) return whenResting(() => setThumbnail({ tries: 1, state: 'coming' }))
    const leaving = new AbortController()
    const waitMs = Math.min(FIRST_AGAIN_MS * 2 ** (tries - 1), LONGEST_MS)
    const timer = setTimeout(() => void askAgain(leaving.signal), waitMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [state, tries])

  const isShown = state === 'coming' || state === 'here'
  return {
    src: isShown ? `${link}?size=${size}` : undefined,
    isHere: state === 'here',
    onLoad: () => setThumbnail({ tries, state: 'here' }),
    // At least one: that one is asked for again after a while, and not when scrolling rests.
    onError: () =>
      setThumbnail({ tries: Math.max(tries, 1), state: tries < MOST_TRIES ? 'waiting' : 'none' }),
  }
}
