import { type ReactNode, useId } from 'react'

/** A group of rows under a small title, kept apart by hairlines. */
export function Section({
  title,
  intro,
  action,
  children,
}: {
  title: string
  intro?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-9 first:mt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 flex-auto text-lg font-semibold tracking-[-0.01em]">
          {title}
        </h2>
        {action}
      </div>
      {intro === undefined ? null : <p className="mt-1 max-w-prose text-muted">{intro}</p>}
      {children === undefined ? null : (
        <div className="mt-3 divide-y divide-line border-y border-line">{children}</div>
      )}
    </section>
  )
}
