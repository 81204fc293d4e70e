import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { formatBytes, formatExactly, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { Fact, FactList } from './FactList.tsx'
import { kindWords } from './kind-words.ts'
import { PictureFacts } from './PictureFacts.tsx'
import { summaryQuery } from './summary-query.ts'
import { Whereabouts } from './Whereabouts.tsx'

export function FileFacts({ file }: { file: File }) {
  const { t } = useLanguage()
  const isOther = useDriveId() !== undefined
  const { data: me } = useMe()
  return (
    <FactList>
      <Fact name={t('details.kind')}>{kindWords(file, t)}</Fact>
      {file.kind === 'folder' ? <FolderSize id={file.id} /> : <FileSize bytes={file.size} />}
      {file.trashed_time === undefined ? (
        <Whereabouts file={file} />
      ) : (
        <Fact name={t('details.trashed')}>
          <Moment time={file.trashed_time} />
        </Fact>
      )}
      <Fact name={t('details.modified')}>
        <Moment time={file.modified_time} />
      </Fact>
      <Fact name={t('details.created')}>
        <Moment time={file.created_time} />
      </Fact>
      {file.kind === 'file' ? <PictureFacts file={file} /> : null}
      {file.kind === 'file' && file.trashed_time === undefined ? <LastOpened id={file.id} /> : null}
      {me === undefined || isOther ? null : (
        <Fact name={t('details.owner')}>{t('details.owner.you', { name: me.name })}</Fact>
      )}
      {file.shared ? <Fact name={t('details.access')}>{t('details.access.shared')}</Fact> : null}
      {file.hash === undefined ? null : <Checksum hash={file.hash} />}
    </FactList>
  )
}

function FileSize({ bytes }: { bytes: number }) {
  const { t, tag } = useLanguage()
  const size = formatBytes(bytes, tag)
  return (
    <Fact name={t('details.size')}>
      {bytes < 1000
        ? size
        : t('details.bytes', { size, bytes: new Intl.NumberFormat(tag).format(bytes) })}
    </Fact>
  )
}

/** Nothing for a file that this person has never opened. */
function LastOpened({ id }: { id: string }) {
  const { t } = useLanguage()
  const { data } = useQuery(folderQuery(useDrive(), id))
  if (data?.opened_time === undefined) return null
  return (
    <Fact name={t('details.opened')}>
      <Moment time={data.opened_time} />
    </Fact>
  )
}

/** Counted when somebody looks: all that lies below, however deep. */
function FolderSize({ id }: { id: string }) {
  const { t, tag } = useLanguage()
  const { data, isError } = useQuery(summaryQuery(useDrive(), id))
  const waiting = isError ? (
    t('details.uncounted')
  ) : (
    <>
      <Skeleton className="h-4 w-24" />
      <span className="sr-only">{t('details.counting')}</span>
    </>
  )
  return (
    <>
      <Fact name={t('details.size')}>{data ? formatBytes(data.bytes, tag) : waiting}</Fact>
      {data ? (
        <Fact name={t('details.contains')}>
          {t('details.contents', { files: data.files, folders: data.folders })}
        </Fact>
      ) : null}
    </>
  )
}

function Moment({ time }: { time: string }) {
  const { tag } = useLanguage()
  const at = new Date(time)
  return (
    <time dateTime={time} title={formatExactly(at, tag)}>
      {formatMoment(at, tag)}
    </time>
  )
}

/** Long for reading, good for comparing: its beginning is shown, all of it copied. */
function Checksum({ hash }: { hash: string }) {
  const { t } = useLanguage()
  return (
    <Fact name={t('details.checksum')}>
      <span className="flex items-center gap-1">
        <code translate="no" title={hash} className="min-w-0 truncate text-xs">
          {hash.slice(0, 16)}…
        </code>
        <span className="-my-2">
          <CopyButton
            small
            text={hash}
            label={t('details.checksum.copy')}
            copiedLabel={t('details.checksum.copied')}
          />
        </span>
      </span>
    </Fact>
  )
}
