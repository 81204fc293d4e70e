import { useEffect, useEffectEvent } from 'react'

/** Ctrl+F looks into what is shown, wherever in the preview one is: the browser sees only what is drawn. */
export function useFindKey(find: () => void, isOffered = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
    if (!isFind || event.altKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    find()
  })
  useEffect(() => {
    if (!isOffered) return
    const listener = (event: KeyboardEvent) => press(event)
    // Before the layer, which keeps its keys from the page.
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [isOffered])
}
