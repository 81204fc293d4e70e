import { classNames } from '../../ui/class-names.ts'

/** What hangs at the pointer: the name of one file, or how many there are. */
export function setDragImage(transfer: DataTransfer, label: string, isMany: boolean): void {
  const card = document.createElement('div')
  card.className = classNames(
    'fixed top-[-10rem] start-0 max-w-64 truncate rounded-md border border-line bg-raised px-3.5 py-2 text-base font-semibold text-text shadow-float',
    isMany && 'ring-3 ring-accent/25',
  )
  card.textContent = label
  document.body.append(card)
  transfer.setDragImage(card, -12, -8)
  // The browser has taken its picture by the next turn.
  setTimeout(() => card.remove())
}
