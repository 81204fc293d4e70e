import { Play } from 'lucide-react'
import type { MouseEvent, PointerEvent } from 'react'
import type { Translate } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ListedFile } from '../listing/list-source.ts'
import { fileKind } from '../pictures/file-kind.ts'
import { useThumbnail } from '../pictures/use-thumbnail.ts'
import { videoLength } from '../pictures/video-length.ts'
import { CheckMark } from './CheckMark.tsx'
import type { TileBox } from './timeline-layout.ts'

export interface TileHandlers {
  onPress(index: number, event: MouseEvent): void
  onCheck(index: number, event: MouseEvent): void
  onFocus(index: number): void
  onHold(index: number, event: PointerEvent): void
  /** Its picture is here. */
  onSeen(index: number, id: string): void
}

/** One picture of the timeline: press it to look, its mark to choose. */
export function PhotoTile({
  file,
  box,
  isActive,
  isChosen,
  isChoosing,
  handlers,
}: {
  /** Undefined while it is not there yet. */
  file: ListedFile | undefined
  box: TileBox
  isActive: boolean
  isChosen: boolean
  isChoosing: boolean
  handlers: TileHandlers
}) {
  const t = useTexts()
  const { index } = box
  const style = {
    width: box.width,
    height: box.height,
    transform: `translate(${box.left}px, ${box.top}px)`,
  }
  const isVideo = file?.mime_type?.startsWith('video/') ?? false
  if (!file) return <div className="absolute start-0 top-0 bg-sunken md:rounded-sm" style={style} />
  return (
    <div className="group pointer-events-auto absolute start-0 top-0" style={style}>
      <button
        type="button"
        data-photo={index}
        tabIndex={isActive ? 0 : -1}
        aria-label={isVideo ? videoWords(file, t) : file.name}
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
            <TilePicture
              key={file.thumbnail_link}
              file={file}
              box={box}
              onSeen={() => handlers.onSeen(index, file.id)}
            />
          )}
        </span>
        {isVideo ? (
          <span className="absolute end-1 bottom-1 flex h-6 max-w-[calc(100%-0.5rem)] items-center gap-1 rounded-full bg-surface/90 px-1.5 text-xs font-medium text-text tabular-nums">
            <Play aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
            {file.duration_ms === undefined ? null : (
              <span className="truncate pe-0.5">{videoLength(file.duration_ms)}</span>
            )}
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

function TilePicture({
  file,
  box,
  onSeen,
}: {
  file: ListedFile
  box: TileBox
  onSeen: () => void
}) {
  const neededPx = Math.max(box.width, box.height) * devicePixelRatio
  const { src, isHere, onLoad, onError } = useThumbnail(file, {
    size: neededPx > 256 ? '512' : '256',
    isOfMany: true,
  })
  if (src === undefined) return <KindTile file={file} />
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={() => {
        onLoad()
        onSeen()
      }}
      onError={onError}
      className={classNames(
        'size-full object-cover transition-opacity duration-150',
        !isHere && 'opacity-0',
      )}
    />
  )
}

function videoWords({ name, duration_ms }: ListedFile, t: Translate): string {
  if (duration_ms === undefined) return t('photos.video', { name })
  return t('photos.videoLong', { name, length: videoLength(duration_ms) })
}

function KindTile({ file }: { file: ListedFile }) {
  const { icon: Icon, tint } = fileKind(file)
  return (
    <span aria-hidden="true" className={classNames('grid size-full place-items-center', tint)}>
      <Icon className="size-8" strokeWidth={1.5} />
    </span>
  )
}
