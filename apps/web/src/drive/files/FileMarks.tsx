import type { File } from '@awan/protocol/drive'
import { Scissors, Star, TriangleAlert, UsersRound } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { type LazyPart, lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { warningWords } from '../actions/name-warning.ts'

/** Few lists have files that these are about. */
const brokenMark = lazyPart(() => import('./BrokenMark.tsx').then((part) => part.BrokenMark))
const lockMark = lazyPart(() => import('./LockMark.tsx').then((part) => part.LockMark))

/** So many tags have room beside a name; the rest is a number. */
const SHOWN_TAGS = 2

/** What is marked on a file: that it was cut, leads nowhere, is locked, shared, a favourite, tags, a name that some systems cannot hold. */
export function FileMarks({
  file,
  isCut,
  areTagsShown,
}: {
  file: File
  /** Waits to be pasted elsewhere. */
  isCut: boolean
  areTagsShown: boolean
}) {
  const t = useTexts()
  const { id, locked, shared, shortcut, starred, tags, warnings } = file
  return (
    <>
      {isCut ? (
        <Scissors
          role="img"
          aria-label={t('browse.cut')}
          className="size-3.5 shrink-0 text-muted"
          strokeWidth={1.75}
        />
      ) : null}
      {shortcut ? <LateMark mark={brokenMark} id={id} /> : null}
      {locked ? <LateMark mark={lockMark} id={id} /> : null}
      {shared ? (
        <UsersRound
          role="img"
          aria-label={t('browse.shared')}
          className="size-3.5 shrink-0 text-accent-ink"
          strokeWidth={1.75}
        />
      ) : null}
      {starred ? (
        <Star
          role="img"
          aria-label={t('browse.starred')}
          className="size-3.5 shrink-0 fill-current text-amber"
          strokeWidth={1.75}
        />
      ) : null}
      {warnings === undefined ? null : (
        <span
          role="img"
          aria-label={warningWords(warnings, t)}
          title={warningWords(warnings, t)}
          className="shrink-0 text-amber"
        >
          <TriangleAlert className="size-3.5" strokeWidth={1.75} />
        </span>
      )}
      {areTagsShown && tags.length > 0 ? <Tags tags={tags} /> : null}
    </>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTexts()
  const more = tags.length - SHOWN_TAGS
  return (
    <span
      role="img"
      aria-label={t('browse.tags', { tags: tags.join(', ') })}
      title={tags.join(', ')}
      className="flex shrink-0 gap-1 max-lg:hidden"
    >
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span
          key={tag}
          aria-hidden="true"
          translate="no"
          className="max-w-24 truncate rounded-sm bg-accent-soft in-aria-selected:bg-surface px-1.5 py-0.5 text-xs font-medium text-accent-ink"
        >
          {tag}
        </span>
      ))}
      {more > 0 ? (
        <span aria-hidden="true" className="py-0.5 text-xs text-muted tabular-nums">
          +{more}
        </span>
      ) : null}
    </span>
  )
}

/** Comes with the first file that may have it, and asks what only it shows. */
function LateMark({ mark, id }: { mark: LazyPart<{ id: string }>; id: string }) {
  const Mark = usePart(mark, { isWanted: true })
  return Mark ? <Mark id={id} /> : null
}
