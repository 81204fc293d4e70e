import type { File } from '@awan/protocol/drive'
import { Play } from 'lucide-react'
import type { MouseEvent, PointerEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { fileKind } from '../pictures/file-kind.ts'
import { useThumbnail } from '../pictures/use-thumbnail.ts'
import { CheckMark } from './CheckMark.tsx'

export interface TileHandlers {
  onPress(index: number, event: MouseEvent): void
  onCheck(index: number, event: MouseEvent): void
  onFocus(index: number): void
  onHold(index: number, event: PointerEvent): void
}

/** One picture of the timeline: press it to look, its mark to choose. */
export function PhotoTile({
  file,
  index,
  box,
  isActive,
  isChosen,
  isChoosing,
  handlers,
}: {
  /** Undefined while it is not there yet. */
  file: File | undefined
  index: number
  box: { left: number; top: number; sizePx: number }
  isActive: boolean
  isChosen: boolean
  isChoosing: boolean
  handlers: TileHandlers
}) {
  const t = useTexts()
  const style = {
    width: box.sizePx,
    height: box.sizePx,
    transform: `translate(${box.left}px, ${box.top}px)`,
  }
  if (!file) return <div className="absolute start-0 top-0 bg-sunken" style={style} />
  return (
    <div className="group absolute start-0 top-0" style={style}>
      <button
        type="button"
        data-photo={index}
        tabIndex={isActive ? 0 : -1}
        aria-label={file.name}
        aria-pressed={isChoosing ? isChosen : undefined}
        onClick={(event) => handlers.onPress(index, event)}
        onFocus={() => handlers.onFocus(index)}
        onPointerDown={(event) => handlers.onHold(index, event)}
        onContextMenu={(event) => event.preventDefault()}
        className={classNames(
          'block size-full overflow-hidden bg-sunken outline-offset-[-3px] select-none md:rounded-sm',
          isChosen && 'ring-3 ring-accent ring-inset',
        )}
      >
        <span
          className={classNames(
            'block size-full overflow-hidden transition-transform duration-[120ms]',
            isChosen && 'scale-[0.88] rounded-sm',
          )}
        >
          {file.thumbnail_link === undefined ? (
            <KindTile file={file} />
          ) : (
            <TilePicture key={file.thumbnail_link} file={file} />
          )}
        </span>
        {file.mime_type?.startsWith('video/') ? (
          <span className="absolute end-1.5 bottom-1.5 grid size-7 place-items-center rounded-full bg-surface/85 text-text">
            <Play aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </span>
        ) : null}
      </button>
      <label
        className={classNames(
          'absolute start-0 top-0 grid size-11 cursor-pointer place-items-center rounded-full opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100',
          isChoosing ? 'opacity-100' : 'pointer-coarse:hidden',
        )}
      >
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('photos.choose', { name: file.name })}
          checked={isChosen}
          onChange={() => undefined}
          onClick={(event) => handlers.onCheck(index, event)}
          className="peer sr-only"
        />
        <CheckMark isChosen={isChosen} />
      </label>
    </div>
  )
}

function TilePicture({ file }: { file: File }) {
  const { src, isHere, onLoad, onError } = useThumbnail(file, { size: '512', isOfMany: true })
  if (src === undefined) return <KindTile file={file} />
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      className={classNames(
        'size-full object-cover transition-opacity duration-150',
        !isHere && 'opacity-0',
      )}
    />
  )
}

function KindTile({ file }: { file: File }) {
  const { icon: Icon, tint } = fileKind(file)
  return (
    <span aria-hidden="true" className={classNames('grid size-full place-items-center', tint)}>
      <Icon className="size-8" strokeWidth={1.5} />
    </span>
  )
}
