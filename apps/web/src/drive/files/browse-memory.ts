import type { ListWindow } from '../listing/list-window.ts'
import { Selection } from '../selection/selection.ts'
import type { Chosen } from '../selection/whole-place.ts'

/** How a list was left, for the way back. */
export interface BrowseMemory {
  selection: Selection
  /** The row at the top of the view, and how far it was scrolled out of it. */
  top: { row: number; hiddenPx: number; id?: string | undefined }
  /** Scrolls to a row and puts the cursor there, while the list is shown. */
  see?: ((row: number) => void) | undefined
  /** What goes along when a row is dragged: all that is chosen, or this one alone. */
  dragged(row: number): Chosen
}

const memories = new WeakMap<ListWindow, BrowseMemory>()

/** As long as the list itself is kept. */
export function browseMemoryOf(list: ListWindow): BrowseMemory {
  const known = memories.get(list)
  if (known) return known
  const selection = new Selection(list)
  const memory: BrowseMemory = {
    selection,
    top: { row: 0, hiddenPx: 0 },
    dragged(row) {
      if (!selection.has(row)) selection.only(row)
      const { whole, files } = selection.state()
      return whole ?? files ?? []
    },
  }
  memories.set(list, memory)
  return memory
}
