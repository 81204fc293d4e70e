import { useEffect, useState } from 'react'

/** Somebody who types does not ask with each letter. */
const ASK_AFTER_MS = 250

/** What is typed, and what is asked for a moment later; nothing typed is asked for at once. */
export function useTrashSearch() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const words = typed.trim()
  useEffect(() => {
    if (words === '') return setAsked('')
    const timer = setTimeout(() => setAsked(words), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words])
  return { typed, setTyped, words: words === '' ? '' : asked }
}
