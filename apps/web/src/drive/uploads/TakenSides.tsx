import type { NameConflict } from '@awan/client/upload-manager'
import { type ReactNode, useEffect, useState } from 'react'
import { formatBytes, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { FileIcon } from '../pictures/FileIcon.tsx'
import { FilePicture } from '../pictures/FilePicture.tsx'
import { nameOf } from './upload-news.ts'

/** What has the name, and what wants it: how large, from when, and how each looks. */
export function TakenSides({ asked: { path, size, modified_time, source, holder } }: Props) {
  const { t } = useLanguage()
  if (holder === undefined) return null
  const file = { kind: 'file', name: nameOf(path), mime_type: source?.type || undefined } as const
  return (
    <ul className="grid grid-cols-2 gap-3">
      <Side
        title={t('upload.taken.there')}
        picture={<FilePicture file={holder} shape="row" />}
        size={holder.kind === 'file' ? holder.size : undefined}
        time={holder.modified_time}
      />
      <Side
        title={t('upload.taken.yours')}
        picture={<SourcePicture source={source} instead={<FileIcon file={file} />} />}
        size={size}
        time={modified_time}
      />
    </ul>
  )
}

interface Props {
  asked: NameConflict
}

function Side({
  title,
  picture,
  size,
  time,
}: {
  title: string
  picture: ReactNode
  /** Undefined for a folder. */
  size: number | undefined
  time: string | undefined
}) {
  const { t, tag } = useLanguage()
  return (
    <li className="flex min-w-0 items-center gap-2">
      {picture}
      <div className="min-w-0 text-xs text-muted tabular-nums">
        <p className="font-medium text-text">{title}</p>
        <p>{size === undefined ? t('upload.taken.folder') : formatBytes(size, tag)}</p>
        {time === undefined ? null : <p>{formatMoment(new Date(time), tag)}</p>}
      </div>
    </li>
  )
}

/** A file that is not in the drive yet is shown from where it lies, if it is a picture that the browser knows. */
function SourcePicture({ source, instead }: { source: Blob | undefined; instead: ReactNode }) {
  const picture = source?.type.startsWith('image/') ? source : undefined
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  if (url === undefined) return instead
  return (
    <img
      src={url}
      alt=""
      onError={() => setUrl(undefined)}
      className="size-10 shrink-0 rounded-md object-cover md:size-[1.875rem] md:rounded-sm"
    />
  )
}
