import type { WithCapabilities } from '../access/allows.ts'
import { DRAG_TYPE } from '../actions/drag-session.ts'

/** A folder as far as it matters to what is dropped on it. */
export interface DropFolder extends WithCapabilities {
  readonly id: string
  readonly name: string
}

/** Whether files from outside of the page are dragged; a picture of our own list is none of them. */
export function carriesFiles({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean {
  const types = dataTransfer?.types ?? []
  return types.includes('Files') && !types.includes(DRAG_TYPE)
}

const claims = new WeakMap<Event, DropFolder>()

/**
 * The innermost folder under the pointer gets what is dragged; whoever hears of the event after it knows which
 * one that is. Answers whether it is this one.
 */
export function claimDrop(event: DragEvent, folder: DropFolder): boolean {
  if (!carriesFiles(event) || claims.has(event)) return false
  claims.set(event, folder)
  return true
}

export function claimOf(event: DragEvent): DropFolder | undefined {
  return claims.get(event)
}
