import { Fragment, type ReactNode } from 'react'

/** Short facts in a row with a dot between them; what is absent leaves no dot behind. */
export function DotList({ items }: { items: readonly (ReactNode | undefined)[] }) {
  return items
    .filter((item) => item !== undefined && item !== '')
    .map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts have a fixed order and no state
      <Fragment key={index}>
        {index === 0 ? null : <span aria-hidden="true">{DOT}</span>}
        <span className="sr-only">{index === 0 ? '' : ', '}</span>
        <span>{item}</span>
      </Fragment>
    ))
}

/** It stays with what it follows, at the end of a line. */
const DOT = '\u00a0· '
