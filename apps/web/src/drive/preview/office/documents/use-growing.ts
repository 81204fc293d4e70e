import { startTransition, useEffect, useState } from 'react'

/** Of a long list, more with every moment that the page has nothing else to do: the beginning is there at once. */
export function useGrowing(count: number): number {
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (shown >= count) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + 1)))
    return () => clearTimeout(timer)
  }, [shown, count])
  return Math.min(shown, count)
}
