import type { File } from '@awan/protocol/drive'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { fileKind } from '../files/file-kind.ts'
import { usePreviewAddress } from '../preview/preview-search.ts'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 1_000
const MOST_TRIES = 5

/** What is in it, as a picture; else its kind. A file opens by it. */
export function DetailPicture({ file }: { file: File }) {
  const t = useTexts()
  const preview = usePreviewAddress()
  const { thumbnail_link: link } = file
  const picture =
    link === undefined ? (
      <KindPicture file={file} />
    ) : (
      <Thumbnail key={link} link={link} file={file} />
    )
  if (file.kind === 'folder' || file.trashed_time !== undefined) return picture
  return (
    <button
      type="button"
      aria-label={t('details.preview', { name: file.name })}
      onClick={() => preview.open(file.id)}
      className="rounded-md"
    >
      {picture}
    </button>
  )
}

function Thumbnail({ link, file }: { link: string; file: File }) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'waiting' | 'none'>('coming')
  useEffect(() => {
    if (state !== 'waiting') return
    const again = () => {
      setTries(tries + 1)
      setState('coming')
    }
    const timer = setTimeout(again, FIRST_AGAIN_MS * 2 ** tries)
    return () => clearTimeout(timer)
  }, [state, tries])
  if (state === 'none' || state === 'waiting') return <KindPicture file={file} />
  return (
    <div className="relative grid h-44 place-items-center overflow-hidden rounded-md bg-sunken">
      <img
        key={tries}
        src={`${link}?size=512`}
        alt=""
        draggable={false}
        onLoad={() => setState('here')}
        onError={() => setState(tries + 1 < MOST_TRIES ? 'waiting' : 'none')}
        className={classNames(
          'size-full object-contain transition-opacity duration-150',
          state === 'coming' && 'opacity-0',
        )}
      />
    </div>
  )
}

function KindPicture({ file }: { file: File }) {
  const { icon: Icon, tint } = fileKind(file)
  return (
    <div aria-hidden="true" className={classNames('grid h-32 place-items-center rounded-md', tint)}>
      <Icon className="size-12" strokeWidth={1.25} />
    </div>
  )
}
