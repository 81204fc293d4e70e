import type { File } from '@awan/protocol/drive'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import type { Neighbours } from '../neighbours.ts'

/** So long each picture is shown. */
const SHOWN_MS = 5_000

export interface Slideshow {
  isPlaying: boolean
  /** Starts and stops it; absent where there is no other picture to go to. */
  toggle: (() => void) | undefined
}

/** One picture after the other, until the last. It waits while nobody can see it. */
export function useSlideshow(
  /** The picture that is shown. */
  picture: File | undefined,
  { nextPicture }: Neighbours,
  onMove: (file: File) => void,
): Slideshow {
  const t = useTexts()
  const announce = useAnnounce()
  const [wantsToPlay, setPlaying] = useState(false)
  const isSeen = useSyncExternalStore(followVisibility, isPageSeen)
  const isPlaying = wantsToPlay && picture !== undefined

  function stop() {
    setPlaying(false)
    announce(t('preview.slideshow.stopped'))
  }

  const goOn = useEffectEvent(() => {
    if (nextPicture) onMove(nextPicture)
    else stop()
  })
  const id = picture?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture has its whole time
  useEffect(() => {
    if (!isPlaying || !isSeen) return
    const timer = setTimeout(goOn, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isSeen, id])

  function toggle() {
    if (isPlaying) return stop()
    setPlaying(true)
    announce(t('preview.slideshow.started'))
  }
  const isPossible = isPlaying || (picture !== undefined && nextPicture !== undefined)
  return { isPlaying, toggle: isPossible ? toggle : undefined }
}

function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function isPageSeen(): boolean {
  return document.visibilityState === 'visible'
}
