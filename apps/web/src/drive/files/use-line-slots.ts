import { useLayoutEffect, useRef } from 'react'
import { giveSlots, noSlots } from './line-slots.ts'

/**
 * The lines to draw, each with the slot that is its key: who scrolls sees elements change what they say,
 * which costs less than making new ones. Their order is that of slots and never changes, since an element that
 * is moved between press and release loses its click; `inOrder` are the slots as their lines follow each other.
 */
export function useLineSlots(
  view: { first: number; last: number },
  held: readonly number[],
): { drawn: readonly { line: number; slot: number }[]; inOrder: readonly number[] } {
  // What was drawn last is read while drawing.
  'use no memo'
  const last = useRef(noSlots)
  const next = giveSlots(last.current, view, held)
  useLayoutEffect(() => {
    last.current = next
  })
  const drawn = [...next.slots].map(([line, slot]) => ({ line, slot }))
  return { drawn: drawn.sort((a, b) => a.slot - b.slot), inOrder: [...next.slots.values()] }
}
