import { ArrowLeft } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../i18n/without-turns.ts'
import type { VisitFolder } from './use-node.ts'
import { useVisit } from './VisitProvider.tsx'
import { hrefOf } from './where.ts'

/** Where one is below the top of the link, who shares it, and what can be done with it. */
export function VisitHead({
  node: { name, ancestors },
  facts,
  actions,
}: {
  node: Pick<VisitFolder, 'name' | 'ancestors'>
  /** The line below the name, one by one. */
  facts: readonly string[]
  actions?: ReactNode
}) {
  const t = useTexts()
  const { visit } = useVisit()
  const isTop = ancestors.length === 0
  const parent = ancestors.at(-1)
  const line = [
    isTop && visit.label !== undefined && name,
    ...facts,
    isTop && visit.owner_name !== undefined && t('visit.sharedBy', { name: visit.owner_name }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-b px-4 py-4 md:px-6">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-1">
        {parent === undefined ? null : (
          <a
            href={toHref(parent.id, visit.node.id)}
            aria-label={t('visit.back', { name: parent.name })}
            className="-ms-2 grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <ArrowLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </a>
        )}
        <div className="min-w-0 flex-1">
          {isTop ? null : (
            <nav aria-label={t('visit.path')}>
              <ol className="flex flex-wrap gap-x-1.5 text-sm text-muted">
                {ancestors.map(({ id, name: above }) => (
                  <li key={id} className="flex min-w-0 gap-1.5">
                    <a
                      translate="no"
                      href={toHref(id, visit.node.id)}
                      className="truncate rounded-sm hover:text-text hover:underline"
                    >
                      {above}
                    </a>
                    <span aria-hidden="true">/</span>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <h1
            translate="no"
            className="text-xl font-semibold tracking-[-0.015em] [overflow-wrap:anywhere]"
          >
            {withoutTurns(isTop ? (visit.label ?? name) : name)}
          </h1>
          <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-sm text-muted tabular-nums">
            {line.map((fact, index) => (
              <Fragment key={fact}>
                {index === 0 ? null : <span aria-hidden="true">·</span>}
                <span className="[overflow-wrap:anywhere]">{fact}</span>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

function toHref(id: string, topId: string): string {
  return hrefOf(id === topId ? undefined : id)
}
