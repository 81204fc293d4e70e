import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

type SlotName = 'new' | 'tray'
type Slots = Partial<Record<SlotName, HTMLElement | null>>

const SlotsContext = createContext<{
  slots: Slots
  set(name: SlotName, slot: HTMLElement | null): void
} | null>(null)

/** Places in the frame that belong to whichever drive is in view. */
export function FrameSlotsProvider({ children }: { children: ReactNode }) {
  const [slots, setSlots] = useState<Slots>({})
  const [set] = useState(() => (name: SlotName, slot: HTMLElement | null) => {
    setSlots((before) => ({ ...before, [name]: slot }))
  })
  return <SlotsContext value={{ slots, set }}>{children}</SlotsContext>
}

export function FrameSlot({
  name,
  className = 'contents',
}: {
  name: SlotName
  className?: string
}) {
  const { set } = useSlots()
  const [place] = useState(() => (slot: HTMLElement | null) => set(name, slot))
  return <div ref={place} className={className} />
}

/** Shown in the frame, with all that is around it here. */
export function InFrame({ name, children }: { name: SlotName; children: ReactNode }) {
  const slot = useSlots().slots[name]
  return slot ? createPortal(children, slot) : null
}

function useSlots() {
  const slots = use(SlotsContext)
  if (slots === null) throw new Error('the slots of the frame need a FrameSlotsProvider above them')
  return slots
}
