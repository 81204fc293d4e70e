import type { File, ThumbnailSize } from '@awan/protocol/drive'
import { fileKind } from '../../drive/pictures/file-kind.ts'
import { classNames } from '../../ui/class-names.ts'
import { usePicture } from './use-picture.ts'

const shapes = {
  row: { box: 'size-10 rounded-md', square: 'size-full', icon: 'size-5', pixels: '256' },
  tile: {
    box: 'size-full rounded-sm bg-canvas',
    square: 'size-16 rounded-lg',
    icon: 'size-8',
    pixels: '512',
  },
} as const

/** What a file looks like: its small picture as soon as there is one, else its kind in a soft square. */
export function VisitPicture({
  file,
  shape,
  isCropped = false,
}: {
  file: File
  shape: keyof typeof shapes
  /** Fills its place, as a photo among photos. */
  isCropped?: boolean
}) {
  const { icon: Icon, tint } = fileKind(file)
  const { box, square, icon, pixels } = shapes[shape]
  return (
    <span
      aria-hidden="true"
      className={classNames('relative grid shrink-0 place-items-center overflow-hidden', box)}
    >
      <span className={classNames('grid place-items-center', square, tint)}>
        <Icon className={icon} strokeWidth={1.75} />
      </span>
      {file.thumbnail_link === undefined ? null : (
        <Small
          key={file.thumbnail_link}
          file={file}
          size={pixels}
          fit={
            shape === 'row'
              ? 'object-cover rounded-[inherit] border border-line'
              : isCropped
                ? 'object-cover'
                : 'object-contain'
          }
        />
      )}
    </span>
  )
}

function Small({ file, size, fit }: { file: File; size: ThumbnailSize; fit: string }) {
  const { src, isHere, onLoad, onError } = usePicture(file, size)
  if (src === undefined) return null
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      loading="lazy"
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      className={classNames('absolute inset-0 size-full', fit, isHere ? 'bg-sunken' : 'opacity-0')}
    />
  )
}
