import type { ReactNode } from 'react'

/** A whole place that has something to say: it is empty, it failed, it is not there. */
export function Notice({
  picture,
  title,
  children,
  actions,
  level = 2,
}: {
  picture: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  level?: 1 | 2
}) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-10 text-center animate-appear">
      <div aria-hidden="true" className="mb-5">
        {picture}
      </div>
      <Heading className="text-lg font-semibold tracking-[-0.01em]">{title}</Heading>
      {children === undefined ? null : <p className="mt-1.5 text-muted text-balance">{children}</p>}
      {actions === undefined ? null : (
        <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  )
}
