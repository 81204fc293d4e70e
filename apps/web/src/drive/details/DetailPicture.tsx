import type { File } from '@awan/protocol/drive'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { usePreviewAddress } from '../address/preview-search.ts'
import { fileKind } from '../pictures/file-kind.ts'
import { useThumbnail } from '../pictures/use-thumbnail.ts'

/** What is in it, as a picture; else its kind. A file opens by it. */
export function DetailPicture({ file }: { file: File }) {
  const t = useTexts()
  const preview = usePreviewAddress()
  const { thumbnail_link: link } = file
  const picture =
    link === undefined ? <KindPicture file={file} /> : <Thumbnail key={link} file={file} />
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

function Thumbnail({ file }: { file: File }) {
  const { src, isHere, onLoad, onError } = useThumbnail(file, { size: '512' })
  if (src === undefined) return <KindPicture file={file} />
  return (
    <div className="relative grid h-44 place-items-center overflow-hidden rounded-md bg-sunken">
      <img
        src={src}
        alt=""
        draggable={false}
        onLoad={onLoad}
        onError={onError}
        className={classNames(
          'size-full object-contain transition-opacity duration-150',
          !isHere && 'opacity-0',
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
