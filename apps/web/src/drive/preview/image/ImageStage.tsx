import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatPercent } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { BarTools } from '../frame/BarTools.tsx'
import { useSize } from './use-size.ts'
import { useZoom } from './use-zoom.ts'
import { fitInto, type Size } from './zoom.ts'

/** The longer side of the largest small picture: one that has it may stand for a larger one. */
const THUMBNAIL_PX = 1600
const PAN_PX = 80
/** Where there is room, a picture does not touch the edges. */
const MARGIN_PX = 24

/** A picture that can be enlarged. The small one is there at once; the original takes its place. */
export function ImageStage({
  name,
  src,
  thumbnail,
  isDrawing = false,
  onUnreadable,
}: {
  name: string
  /** Absent while it is on its way, or where there is only the small one. */
  src: string | undefined
  thumbnail?: string | undefined
  /** Made of lines: as sharp in any size. */
  isDrawing?: boolean
  onUnreadable: () => void
}) {
  const { t, tag } = useLanguage()
  const announce = useAnnounce()
  const element = useRef<HTMLDivElement>(null)
  const stage = useSize(element)
  const [small, setSmall] = useState<Size>()
  const [original, setOriginal] = useState<Size>()
  const shape = original ?? small
  const isLarger = isDrawing || (!original && small && longSide(small) >= THUMBNAIL_PX)
  const box = shape
    ? fitInto(withMargin(stage), shape, isLarger ? Infinity : 1)
    : { width: 0, height: 0 }
  const trueScale = shape && box.width > 0 ? box.width / shape.width : 1
  const maxScale = Math.max(4, 4 / trueScale)
  const { zoom, zoomIn, zoomOut, fit, panBy, handlers } = useZoom(element, { stage, box, maxScale })
  const percent = formatPercent(zoom.scale * (isDrawing ? 1 : trueScale), tag)

  const say = useEffectEvent(() => announce(t('preview.zoomed', { percent })))
  const hasZoomed = useRef(false)
  useEffect(() => {
    if (hasZoomed.current || zoom.scale !== 1) say()
    hasZoomed.current = zoom.scale !== 1
  }, [zoom.scale])

  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isEnlarged = zoom.scale > 1
    const act = {
      '+': zoomIn,
      '=': zoomIn,
      '-': zoomOut,
      '0': fit,
      ArrowLeft: isEnlarged ? () => panBy(PAN_PX, 0) : undefined,
      ArrowRight: isEnlarged ? () => panBy(-PAN_PX, 0) : undefined,
      ArrowUp: isEnlarged ? () => panBy(0, PAN_PX) : undefined,
      ArrowDown: isEnlarged ? () => panBy(0, -PAN_PX) : undefined,
    }[event.key]
    if (!act) return
    act()
    event.preventDefault()
    // An enlarged picture takes the arrows that else lead to its neighbours.
    event.stopPropagation()
  })
  useEffect(() => {
    const layer = element.current?.closest('[role="dialog"]')
    const listener = (event: Event) => onKey(event as globalThis.KeyboardEvent)
    layer?.addEventListener('keydown', listener)
    return () => layer?.removeEventListener('keydown', listener)
  }, [])

  const measured = (keep: (size: Size) => void) => (event: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = event.currentTarget
    // A drawing may have a shape without a size.
    keep({ width: naturalWidth || 300, height: naturalHeight || 300 })
  }

  return (
    <>
      <BarTools>
        <IconButton icon={ZoomOut} label={t('preview.zoomOut')} onClick={zoomOut} />
        <span className="min-w-12 text-center text-sm text-muted tabular-nums">
          {shape ? percent : null}
        </span>
        <IconButton icon={ZoomIn} label={t('preview.zoomIn')} onClick={zoomIn} />
        <IconButton icon={Maximize} label={t('preview.zoomFit')} onClick={fit} />
      </BarTools>
      <div
        ref={element}
        {...handlers}
        className={classNames(
          'relative min-h-0 flex-1 touch-none overflow-hidden select-none',
          zoom.scale > 1 && 'cursor-grab active:cursor-grabbing',
        )}
      >
        <div
          className="absolute start-1/2 top-1/2"
          style={{
            width: box.width,
            height: box.height,
            transform: `translate(-50%, -50%) translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
          }}
        >
          {thumbnail === undefined || original ? null : (
            <img
              src={thumbnail}
              alt={src === undefined || !original ? name : ''}
              draggable={false}
              onLoad={measured(setSmall)}
              className="absolute inset-0 size-full"
            />
          )}
          {src === undefined ? null : (
            <img
              src={src}
              alt={original || thumbnail === undefined ? name : ''}
              draggable={false}
              decoding="async"
              onLoad={measured(setOriginal)}
              onError={onUnreadable}
              className={classNames('absolute inset-0 size-full', !original && 'opacity-0')}
            />
          )}
        </div>
      </div>
    </>
  )
}

function withMargin({ width, height }: Size): Size {
  const margin = width < 768 ? 0 : 2 * MARGIN_PX
  return { width: Math.max(0, width - margin), height: Math.max(0, height - margin) }
}

function longSide({ width, height }: Size): number {
  return Math.max(width, height)
}
