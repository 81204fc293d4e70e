import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatClock, formatExactly } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { type Deed, deedName, deedTarget, deedWords, isReachable } from './deed-words.ts'

/** One thing that was done: to what, when. In the history of one file its name need not be said. */
export function DeedRow({ deed, isOfOne }: { deed: Deed; isOfOne: boolean }) {
  const { t, tag } = useLanguage()
  const { icon: Icon, text } = deedWords(deed, t)
  const target = deedTarget(deed)
  const at = new Date(deed.time)
  const words = target === undefined ? text : <MovedTo folderId={target} />
  const time = (
    <time
      dateTime={deed.time}
      title={formatExactly(at, tag)}
      className="shrink-0 text-sm text-muted tabular-nums"
    >
      {formatClock(at, tag)}
    </time>
  )
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-sunken text-muted"
      >
        <Icon className="size-4" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        {isOfOne ? (
          <p className="break-words">{words}</p>
        ) : (
          <>
            <Subject deed={deed} />
            <p className="truncate text-sm text-muted">{words}</p>
          </>
        )}
      </div>
      {time}
    </li>
  )
}

function Subject({ deed }: { deed: Deed }) {
  const { t } = useLanguage()
  const name = deedName(deed)
  if (name === undefined) return <p className="truncate font-medium">{t('deeds.unnamed')}</p>
  return (
    <p translate="no" className="truncate font-medium" title={name}>
      {deed.subject !== undefined && isReachable(deed) ? (
        <Link
          to="/file/$fileId"
          params={{ fileId: deed.subject }}
          className="rounded-sm underline-offset-2 hover:underline"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  )
}

/** By the name that the folder has now; one that is gone has none. */
function MovedTo({ folderId }: { folderId: string }) {
  const { t } = useLanguage()
  const { data } = useQuery(folderQuery(useDrive(), folderId))
  if (data === undefined) return t('deeds.move')
  return t('deeds.move.to', { folder: data.parent_id === null ? t('nav.files') : data.name })
}
