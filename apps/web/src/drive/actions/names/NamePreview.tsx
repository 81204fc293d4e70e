import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowRight, CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { Translate } from '../../../i18n/keys.ts'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../../i18n/without-turns.ts'
import { classNames } from '../../../ui/class-names.ts'
import { refuseName } from '../refuse-name.ts'
import { isChanged, type NameTrouble, type NewName } from './judge-names.ts'

const ROW_PX = 44

/** Each file with its old and its new name, of which only those in view are in the page; the problems come first. */
export function NamePreview({
  names,
  troubles,
}: {
  names: readonly NewName[]
  troubles: ReadonlyMap<string, NameTrouble>
}) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const scroller = useRef<HTMLElement>(null)
  const isTrouble = ({ file }: NewName) => troubles.has(file.id)
  const rows =
    troubles.size === 0
      ? names
      : [...names.filter(isTrouble), ...names.filter((each) => !isTrouble(each))]
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.file.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  return (
    <section
      ref={scroller}
      // Scrolled by keys too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={t('act.names.preview')}
      className="h-[min(17rem,32dvh)] overflow-y-auto overscroll-contain rounded-md border border-line -outline-offset-2"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0 border-b border-line px-3 py-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row row={row} reason={reasonOf(row, troubles.get(row.file.id), t)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Row({ row, reason }: { row: NewName; reason: string | undefined }) {
  const t = useTexts()
  const { file, name } = row
  const isNew = isChanged(row)
  return (
    <>
      <div className="grid min-h-7 items-center gap-x-3 md:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)]">
        <span translate="no" className="truncate text-muted" title={file.name}>
          {withoutTurns(file.name)}
        </span>
        <span className="max-md:hidden">
          <ArrowRight aria-hidden="true" className="size-4 text-muted" strokeWidth={1.75} />
        </span>
        {isNew ? (
          <span
            translate="no"
            title={name}
            className={classNames('truncate font-medium', reason !== undefined && 'text-danger')}
          >
            <span className="sr-only">{t('act.names.becomes')} </span>
            {/* Spaces are a part of a name, and are seen here. */}
            <span className="whitespace-pre">{name}</span>
          </span>
        ) : (
          <span className="truncate text-muted">{t('act.names.same')}</span>
        )}
      </div>
      {reason === undefined ? null : (
        <p className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          <span>{reason}</span>
        </p>
      )}
    </>
  )
}

function reasonOf(
  { name }: NewName,
  trouble: NameTrouble | undefined,
  t: Translate,
): string | undefined {
  switch (trouble?.kind) {
    case undefined:
      return undefined
    case 'unfit':
      return refuseName(name, t)
    case 'twice':
      return t('act.names.twice')
    case 'refused':
      return refusal(trouble.error, t)
  }
}

function refusal(error: string, t: Translate): string {
  if (error === 'already_exists') return t('act.names.here')
  if (error === 'permission_denied') return t('act.names.denied')
  if (error === 'not_found') return t('act.reason.gone')
  if (error === 'failed_precondition') return t('act.reason.changed')
  return t('act.names.unable')
}
