import { type RefObject, useEffect } from 'react'

/** The slash goes to the search field, wherever one is, unless it is being typed. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.defaultPrevented || event.isComposing) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // What lies over the page has the keyboard.
      if (document.querySelector('[role=dialog],[role=alertdialog],[role=menu]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [field, isOn])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
