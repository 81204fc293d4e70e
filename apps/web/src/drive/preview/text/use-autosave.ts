import { useEffect, useEffectEvent, useRef } from 'react'

/** So long after the last letter a note is saved, */
const REST_MS = 1_500
/** and so often while somebody writes without a rest. */
const MOST_MS = 10_000

/** Saves what is written, a moment after it was. */
export function useAutosave({
  isOn,
  isDirty,
  isSaving,
  canRetry,
  save,
}: {
  isOn: boolean
  isDirty: boolean
  isSaving: boolean
  /** The last save worked, or nothing but the connection was missing, which is here again. */
  canRetry: boolean
  save: () => Promise<unknown>
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef<number>(undefined)
  const saveNow = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (isOn && isDirty && !isSaving) void save()
  })

  function saveSoon() {
    const now = Date.now()
    since.current ??= now
    clearTimeout(timer.current)
    timer.current = setTimeout(() => saveNow(), Math.min(REST_MS, since.current + MOST_MS - now))
  }

  // Also what was written while the text before it was being saved, and what had to wait for the connection.
  const goOn = useEffectEvent(saveSoon)
  const isWaiting = isOn && isDirty && !isSaving && canRetry
  useEffect(() => {
    if (isWaiting) goOn()
    else since.current = undefined
  }, [isWaiting])

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      clearTimeout(timer.current)
    }
  }, [])

  return {
    /** Something was written. */
    written() {
      if (isOn) saveSoon()
    },
  }
}
