import type { ReactNode } from 'react'

export function DoorHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className="text-xl font-semibold tracking-[-0.015em]">{title}</h1>
      <p className="mt-1.5 text-muted">{children}</p>
    </div>
  )
}
