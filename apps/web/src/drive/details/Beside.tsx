import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

const BesideContext = createContext<{
  slot: HTMLElement | null
  setSlot: (slot: HTMLElement | null) => void
} | null>(null)

/** There is room for one column beside the sheet; what stands in it belongs to the page in the sheet. */
export function BesideProvider({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return <BesideContext value={{ slot, setSlot }}>{children}</BesideContext>
}

/** Where the column is. Empty, it takes no room. */
export function BesideSlot() {
  return <div ref={useBeside().setSlot} className="hidden min-h-0 md:block" />
}

export function Beside({ children }: { children: ReactNode }) {
  const { slot } = useBeside()
  return slot === null ? null : createPortal(children, slot)
}

function useBeside() {
  const beside = use(BesideContext)
  if (beside === null) throw new Error('Beside needs a BesideProvider above it')
  return beside
}
