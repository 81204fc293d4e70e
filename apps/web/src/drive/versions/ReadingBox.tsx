import type { ReactNode } from 'react'

/** A long text in a frame of its own. */
export function ReadingBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-[50dvh] overflow-auto rounded-md border border-line bg-surface"
    >
      {children}
    </section>
  )
}
