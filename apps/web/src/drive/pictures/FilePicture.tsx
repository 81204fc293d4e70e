import type { File, ThumbnailSize } from '@awan/protocol/drive'
import { classNames } from '../../ui/class-names.ts'
import { fileKind } from './file-kind.ts'
import { useThumbnail } from './use-thumbnail.ts'

const shapes = {
  row: {
    box: 'size-10 rounded-md md:size-[1.875rem] md:rounded-sm',
    square: 'size-full',
    icon: 'size-5 md:size-4.5',
    pixels: '256',
    // A page of paper is as white as the row.
    fit: 'object-cover rounded-[inherit] border border-line',
  },
  tile: {
    box: 'absolute inset-0 rounded-sm bg-canvas',
    square: 'size-16 rounded-lg',
    icon: 'size-8',
    pixels: '512',
    fit: 'object-contain',
  },
} as const

/** What a file looks like: its small picture as soon as there is one, else its kind in a soft square. */
export function FilePicture({ file, shape }: { file: File; shape: keyof typeof shapes }) {
  const { icon: Icon, tint } = fileKind(file)
  const { box, square, icon, pixels, fit } = shapes[shape]
  const { thumbnail_link: link } = file
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden',
        shape === 'row' && 'relative',
        box,
      )}
    >
      <span className={classNames('grid place-items-center', square, tint)}>
        <Icon className={icon} strokeWidth={shape === 'tile' ? 1.5 : 1.75} />
      </span>
      {file.shortcut ? <span className="absolute end-0 bottom-0 text-xs leading-3">↗</span> : null}
      {link === undefined ? null : <SmallPicture key={link} file={file} size={pixels} fit={fit} />}
    </span>
  )
}

function SmallPicture({ file, size, fit }: { file: File; size: ThumbnailSize; fit: string }) {
  const { src, isHere, onLoad, onError } = useThumbnail(file, { size, isOfMany: true })
  if (src === undefined) return null
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      className={classNames('absolute inset-0 size-full', fit, isHere ? 'bg-sunken' : 'opacity-0')}
    />
  )
}
