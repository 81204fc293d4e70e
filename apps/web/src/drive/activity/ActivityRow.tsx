import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatClock, formatExactly } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { toFileLink } from '../address/folder-link.ts'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import {
  type Action,
  actionCount,
  actionName,
  actionTarget,
  actionWords,
  actorWords,
  groupNames,
  isReachable,
} from './action-words.ts'

/** One action: what, to which file, by whom, when. In the activity of one file its name is left out. */
export function ActivityRow({ action, isOfOne }: { action: Action; isOfOne: boolean }) {
  const { t, tag } = useLanguage()
  const { icon: Icon, text } = actionWords(action, t)
  const target = actionTarget(action)
  const at = new Date(action.time)
  const isOwnDrive = useDriveId() === undefined
  const actor = actorWords(action, { sub: useSub(), isOwnDrive }, t)
  const words = (
    <>
      {target === undefined ? text : <MovedTo folderId={target} />}
      {actor === undefined ? null : (
        <>
          {' · '}
          <span translate="no">{actor}</span>
        </>
      )}
    </>
  )
  const time = (
    <time
      dateTime={action.time}
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
            <Subject action={action} />
            <p className="truncate text-sm text-muted">{words}</p>
          </>
        )}
      </div>
      {time}
    </li>
  )
}

function Subject({ action }: { action: Action }) {
  const { t } = useLanguage()
  const driveId = useDriveId()
  const name = actionName(action)
  const count = actionCount(action)
  if (count > 1) {
    const names = groupNames(action)
    const more = count > names.length ? '…' : ''
    return (
      <p className="truncate">
        <span className="font-medium">{t('driveActivity.items', { count })}</span>
        <span translate="no" className="text-muted">
          {' '}
          {names.join(', ')}
          {more}
        </span>
      </p>
    )
  }
  if (name === undefined)
    return <p className="truncate font-medium">{t('driveActivity.unnamed')}</p>
  return (
    <p translate="no" className="truncate font-medium" title={name}>
      {action.subject !== undefined && isReachable(action) ? (
        <Link
          {...toFileLink(driveId, action.subject)}
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
  if (data === undefined) return t('driveActivity.move')
  return t('driveActivity.move.to', {
    folder: data.name === '' ? t('nav.files') : data.name,
  })
}
