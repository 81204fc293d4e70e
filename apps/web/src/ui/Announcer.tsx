import { createContext, type ReactNode, use, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Says to screen readers, politely, what sighted people see happen. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  const [announce] = useState(
    () => (text: string) => setSaid((before) => ({ text, turn: before.turn + 1 })),
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" aria-atomic="true" className="sr-only">
        {/* A new element for every turn, so that the same words are said again. */}
        <span key={said.turn}>{said.text}</span>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): (text: string) => void {
  return use(AnnounceContext)
}
