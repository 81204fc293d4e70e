import { useEffect, useEffectEvent } from 'react'
import { findCommand } from '../actions/command-keys.ts'
import { useFileCommands } from '../actions/file-commands.ts'
import type { Place } from '../listing/place.ts'
import type { Chosen } from '../selection/whole-place.ts'

/** The keys of the commands, wherever on the page one is: what is meant is what is chosen. */
export function useCommandKeys(chosen: Chosen, place: Place): void {
  const commands = useFileCommands(chosen, place)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event.target)) return
    const command = findCommand(commands, event)
    if (!command) return
    event.preventDefault()
    command.run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** In a field one writes, a button is pressed, and what lies over the page has the keyboard. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, button, a, [contenteditable], [role=treeitem]') !==
      null
  )
}
