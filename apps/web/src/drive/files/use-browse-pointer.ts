import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { takeWholeDoubleClick } from '../../ui/whole-double-click.ts'
import type { Selection } from '../selection/selection.ts'

/** So long a finger is held on a row to choose it. */
const HOLD_MS = 500
/** A finger that moves farther scrolls. */
const HOLD_SLACK_PX = 10
const MIDDLE_BUTTON = 1

export interface MenuPoint {
  x: number
  y: number
}

/**
 * What mouse and finger do, as in the file managers of their systems: a click chooses and a double click
 * opens, a tap opens and a held finger begins to choose. It is the same for files and folders, on the name
 * and beside it; what is opened is opened once, however often it is clicked or tapped.
 */
export function useBrowsePointer({
  selection,
  onOpen,
  onWhere,
  onMenu,
  onTab,
}: {
  selection: Selection
  onOpen: (row: number) => void
  /** To the folder that it lies in. */
  onWhere: (row: number) => void
  onMenu: (row: number | undefined, at: MenuPoint | HTMLElement) => void
  /** To be opened in another tab. */
  onTab: (row: number) => void
}) {
  const pointer = useRef('mouse')
  const hold = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined>(
    undefined,
  )
  const isHeld = useRef(false)

  function open(row: number, event: MouseEvent) {
    takeWholeDoubleClick(event)
    onOpen(row)
  }

  function letGo() {
    clearTimeout(hold.current?.timer)
    hold.current = undefined
  }

  return {
    letGo,
    onPointerDown(event: PointerEvent) {
      pointer.current = event.pointerType
      isHeld.current = false
      letGo()
      const row = rowOf(event.target)
      if (event.pointerType === 'mouse' || row === undefined) return
      if (closest(event.target, '[data-more]')) return
      const timer = setTimeout(() => {
        isHeld.current = true
        selection.beginChoosing(row)
        navigator.vibrate?.(10)
      }, HOLD_MS)
      hold.current = { timer, x: event.clientX, y: event.clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (!hold.current) return
      const { x, y } = hold.current
      if (Math.hypot(clientX - x, clientY - y) > HOLD_SLACK_PX) letGo()
    },
    onClick(event: MouseEvent) {
      const row = rowOf(event.target)
      if (row === undefined) {
        if (pointer.current === 'mouse' && !event.ctrlKey && !event.metaKey) selection.clear()
        return
      }
      // What a link leads to is opened within the page.
      if (closest(event.target, 'a')) event.preventDefault()
      if (isHeld.current) return
      const isMod = event.ctrlKey || event.metaKey
      const more = closest(event.target, '[data-more]')
      if (more) onMenu(row, more)
      else if (closest(event.target, '[data-tick]')) {
        if (event.shiftKey) selection.extendTo(row, { keep: true })
        else selection.toggle(row)
      } else if (pointer.current !== 'mouse') {
        if (selection.state().isChoosing) selection.toggle(row)
        else open(row, event)
      } else if (event.shiftKey) selection.extendTo(row, { keep: isMod })
      else if (isMod) selection.toggle(row)
      else if (closest(event.target, '[data-where]')) {
        takeWholeDoubleClick(event)
        onWhere(row)
      } else if (isByAssistant(event) && closest(event.target, 'a')) onOpen(row)
      else selection.only(row)
    },
    onDoubleClick(event: MouseEvent) {
      const row = rowOf(event.target)
      if (row === undefined || pointer.current !== 'mouse') return
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      if (closest(event.target, '[data-more], [data-tick], [data-where]')) return
      open(row, event)
    },
    onMouseDown(event: MouseEvent) {
      // Some systems begin to scroll by it.
      if (isMiddleOfRow(event)) event.preventDefault()
    },
    onAuxClick(event: MouseEvent) {
      const row = rowOf(event.target)
      if (row === undefined || !isMiddleOfRow(event)) return
      event.preventDefault()
      onTab(row)
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      // A held finger has chosen already.
      if (pointer.current === 'touch' && hold.current !== undefined) return
      const row = rowOf(event.target)
      if (row !== undefined && !selection.has(row)) selection.only(row)
      const isByKey = event.clientX === 0 && event.clientY === 0
      const element = closest(event.target, '[data-row]')
      onMenu(row, isByKey && element ? element : { x: event.clientX, y: event.clientY })
    },
  }
}

/** A link leads into another tab by itself. */
function isMiddleOfRow({ button, target }: MouseEvent): boolean {
  return button === MIDDLE_BUTTON && rowOf(target) !== undefined && !closest(target, 'a')
}

/** No pointer clicked: a screen reader follows the link. */
function isByAssistant({ detail }: MouseEvent): boolean {
  return detail === 0
}

export function rowOf(target: EventTarget): number | undefined {
  const row = closest(target, '[data-row]')?.dataset.row
  return row === undefined ? undefined : Number(row)
}

function closest(target: EventTarget, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
