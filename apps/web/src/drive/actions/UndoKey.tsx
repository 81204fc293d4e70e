import { useEffect, useEffectEvent } from 'react'
import { useIsDriveInView } from '../address/use-current-folder.ts'
import { isPressed } from './command-keys.ts'
import { useDriveActions } from './use-drive-actions.ts'

/** Takes back what was done last, and does it again, wherever the focus is: but in a text the key belongs to the text. */
export function UndoKey() {
  const actions = useDriveActions()
  const isInView = useIsDriveInView()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = isPressed('mod+z', event)
    const isRedo = isPressed('mod+shift+z', event) || isPressed('mod+y', event)
    if (!isInView || !(isUndo || isRedo)) return
    if (event.defaultPrevented || isBusyElsewhere(event.target)) return
    event.preventDefault()
    void (isUndo ? actions.undo() : actions.redo())
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return null
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null
  )
}
