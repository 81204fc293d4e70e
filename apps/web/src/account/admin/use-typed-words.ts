import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** What somebody types into a search field, and the words to look for once they pause. */
export function useTypedWords() {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => setWords(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, words])
  return { typed, setTyped, words }
}
