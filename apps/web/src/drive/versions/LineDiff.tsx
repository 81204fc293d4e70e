import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type DiffLine, type Gap, withGaps } from './line-diff.ts'
import { ReadingBox } from './ReadingBox.tsx'

/** What became of a text, line by line. */
export function LineDiff({ lines }: { lines: readonly DiffLine[] }) {
  const t = useTexts()
  const added = lines.filter(({ kind }) => kind === 'added').length
  const removed = lines.filter(({ kind }) => kind === 'removed').length
  if (added + removed === 0) return <p className="text-muted">{t('versions.diff.same')}</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted tabular-nums">
        {t('versions.diff.summary', { added, removed })}
      </p>
      <ReadingBox label={t('versions.show.changes')}>
        <ol translate="no" className="py-1 font-mono text-xs">
          {withGaps(lines).map((line, at) => (
            <Line key={keyOf(line, at)} line={line} />
          ))}
        </ol>
      </ReadingBox>
    </div>
  )
}

function keyOf(line: DiffLine | Gap, at: number): string {
  return line.kind === 'gap' ? `gap ${at}` : `${line.before} ${line.after}`
}

const looks = {
  same: { row: '', sign: ' ' },
  added: { row: 'bg-accent-soft text-accent-ink', sign: '+' },
  removed: { row: 'bg-red-soft text-red', sign: '−' },
} as const

function Line({ line }: { line: DiffLine | Gap }) {
  const t = useTexts()
  if (line.kind === 'gap') {
    return (
      <li translate="yes" className="bg-sunken px-3 py-1 font-sans text-muted">
        {t('versions.diff.skipped', { count: line.count })}
      </li>
    )
  }
  const { row, sign } = looks[line.kind]
  return (
    <li className={classNames('grid grid-cols-[2.5rem_1rem_minmax(0,1fr)] px-1 py-0.5', row)}>
      <span aria-hidden="true" className="pe-2 text-end tabular-nums opacity-80">
        {line.after ?? line.before}
      </span>
      <span aria-hidden="true">{sign}</span>
      <span className="break-words whitespace-pre-wrap">
        {line.kind === 'same' ? null : (
          <span className="sr-only">
            {t(line.kind === 'added' ? 'versions.diff.added' : 'versions.diff.removed')}{' '}
          </span>
        )}
        {line.text}
      </span>
    </li>
  )
}
