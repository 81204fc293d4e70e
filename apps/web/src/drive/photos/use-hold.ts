import { type PointerEvent, useState } from 'react'

/** A finger that rests so long on a picture chooses it. */
const HOLD_MS = 450
const HOLD_SLACK_PX = 10

/** A finger held on a picture chooses it; the press that ends it opens nothing. */
export function useHold(onHeld: (index: number) => void) {
  const [hold] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    const end = () => clearTimeout(timer)
    return {
      begin(index: number, event: PointerEvent) {
        isHeld = false
        if (event.pointerType !== 'touch') return
        const { clientX: x, clientY: y, currentTarget } = event
        timer = setTimeout(() => {
          isHeld = true
          onHeld(index)
        }, HOLD_MS)
        const watch = (move: Event) => {
          const { clientX, clientY } = move as globalThis.PointerEvent
          if (Math.hypot(clientX - x, clientY - y) > HOLD_SLACK_PX) end()
        }
        currentTarget.addEventListener('pointermove', watch)
        const stop = () => {
          end()
          currentTarget.removeEventListener('pointermove', watch)
        }
        currentTarget.addEventListener('pointerup', stop, { once: true })
        currentTarget.addEventListener('pointercancel', stop, { once: true })
      },
      end,
      wasHeld: () => isHeld,
    }
  })
  return hold
}
