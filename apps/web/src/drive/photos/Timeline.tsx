import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { takeWholeDoubleClick } from '../../ui/whole-double-click.ts'
import { findCommand } from '../actions/command-keys.ts'
import { useFileCommands } from '../actions/file-commands.ts'
import { SelectionBar } from '../actions/SelectionBar.tsx'
import { usePreviewAddress } from '../address/preview-search.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import type { RowRange } from '../listing/row-range.ts'
import { Selection } from '../selection/selection.ts'
import { DayMark } from './DayMark.tsx'
import { dayWords } from './day-words.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { Scrubber } from './Scrubber.tsx'
import {
  type DaySection,
  layOutTimeline,
  monthsOf,
  type PhotoDay,
  sectionsBetween,
  tileAfterKey,
  tilesBetween,
  topOf,
} from './timeline-layout.ts'

/** A step of scrolling after which other pictures are drawn. */
const STEP_PX = 160
/** Drawn above and below the view. */
const AROUND_PX = 480
/** A finger that rests so long on a picture chooses it. */
const HOLD_MS = 450
const HOLD_SLACK_PX = 10

const photos: Place = { kind: 'photos' }

/** Where each timeline was left, for the way back. */
const offsets = new WeakMap<ListWindow, number>()

/** All pictures by days. Its height is known from the beginning; only what is in view exists. */
export function Timeline({ list, days }: { list: ListWindow; days: readonly PhotoDay[] }) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const { tag } = useLanguage()
  const preview = usePreviewAddress()
  useSyncExternalStore(list.subscribe, list.state)
  const [selection] = useState(() => new Selection(list))
  const chosen = useSyncExternalStore(selection.subscribe, selection.state)
  const commands = useFileCommands(chosen.files ?? [], photos)
  const scroller = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(offsets.get(list) ?? 0)
  const hold = useHold((index) => selection.beginChoosing(index))
  const wantsFocus = useRef(false)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Room for the rail beside the pictures; on a phone it lies over them.
  const isWide = size.width >= 640
  const innerPx = isWide ? size.width - 76 : size.width
  const timeline = layOutTimeline(days, Math.max(0, innerPx))
  const from = Math.max(0, top - AROUND_PX)
  const to = top + size.height + AROUND_PX
  const sections = size.width === 0 ? [] : sectionsBetween(timeline, from, to)

  const shown = sections.flatMap((section) => tilesBetween(timeline, section, from, to))
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    list.look(first - 50, last + 50)
  }, [list, first, last])

  // Once its height is there, it goes on where it was left.
  const isReady = size.width > 0
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isReady || !element) return
    element.scrollTop = offsets.get(list) ?? 0
    return () => void offsets.set(list, element.scrollTop)
  }, [isReady, list])

  useEffect(() => {
    if (!wantsFocus.current) return
    const tile = scroller.current?.querySelector<HTMLElement>(`[data-photo="${chosen.cursor}"]`)
    if (!tile) return
    wantsFocus.current = false
    tile.focus({ preventScroll: true })
  })

  function scrollTo(position: number) {
    scroller.current?.scrollTo({ top: position })
  }

  function reveal(index: number) {
    const tileTop = topOf(timeline, index)
    const visible = scroller.current?.scrollTop ?? 0
    if (tileTop < visible + timeline.headingPx) scrollTo(tileTop - timeline.headingPx)
    else if (tileTop + timeline.tilePx > visible + size.height) {
      scrollTo(tileTop + timeline.tilePx - size.height + 8)
    }
  }

  function open(index: number) {
    const file = list.rowAt(index)
    if (file) preview.open(file.id)
  }

  const handlers = {
    onPress(index: number, event: MouseEvent) {
      if (hold.wasHeld()) return
      selection.moveTo(index)
      if (event.shiftKey) selection.extendTo(index)
      else if (chosen.isChoosing || chosen.count > 0 || event.ctrlKey || event.metaKey) {
        selection.toggle(index)
      } else {
        takeWholeDoubleClick(event)
        open(index)
      }
    },
    onCheck(index: number, event: MouseEvent) {
      if (event.shiftKey) selection.extendTo(index, { keep: true })
      else selection.toggle(index)
    },
    onFocus: (index: number) => selection.moveTo(index),
    onHold: hold.begin,
  }

  function onKeyDown(event: KeyboardEvent) {
    const command = findCommand(commands, event)
    const next = tileAfterKey(timeline, chosen.cursor, event.key)
    if (next !== undefined) {
      wantsFocus.current = true
      if (event.shiftKey) selection.extendTo(next)
      else selection.moveTo(next)
      reveal(next)
    } else if (event.key === ' ') selection.toggle(chosen.cursor)
    else if (event.key === 'Escape' && chosen.count > 0) selection.clear()
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.all()
    else if (event.key === 'Enter') open(chosen.cursor)
    else if (command && chosen.count > 0) command.run()
    else return
    event.preventDefault()
  }

  const scrollable = Math.max(1, timeline.height - size.height)
  const months = monthsOf(timeline).map((month) => ({
    ...month,
    at: Math.min(1, month.top / scrollable),
  }))
  return (
    <>
      {chosen.count === 0 ? null : (
        <SelectionBar
          chosen={chosen.files}
          count={chosen.count}
          place={photos}
          onAll={
            chosen.count >= list.state().rowCount && !list.state().isOpen
              ? undefined
              : () => selection.all()
          }
          onClear={() => selection.clear()}
        />
      )}
      <div className="relative min-h-0 flex-1">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the pictures inside */}
        <div
          ref={scroller}
          className="h-full overflow-y-auto overscroll-contain [scrollbar-width:none]"
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            const { scrollTop } = event.currentTarget
            offsets.set(list, scrollTop)
            setTop(Math.floor(scrollTop / STEP_PX) * STEP_PX)
            hold.end()
          }}
        >
          <div className="relative md:ms-5" style={{ height: timeline.height, width: innerPx }}>
            {sections.map((section) => (
              <section
                key={section.date}
                aria-label={dayWords(section.date, new Date(), { t, tag })}
                className="absolute"
                style={{
                  top: section.top,
                  insetInlineStart: section.left,
                  width: section.width,
                  height: section.height,
                }}
              >
                <h2
                  className="group/day sticky top-0 z-10 flex items-center bg-surface/95 font-semibold max-md:px-4"
                  style={{ height: timeline.headingPx }}
                >
                  <span className="truncate">{dayWords(section.date, new Date(), { t, tag })}</span>
                  <span className="ms-2 text-sm font-normal text-muted tabular-nums">
                    {new Intl.NumberFormat(tag).format(section.count)}
                  </span>
                  {chosen.whole ? null : (
                    <DayMark
                      label={t('photos.chooseDay', {
                        day: dayWords(section.date, new Date(), { t, tag }),
                      })}
                      isChosen={selection.hasAll(rowsOf(section))}
                      isChoosing={chosen.isChoosing || chosen.count > 0}
                      onPress={() => selection.toggleAll(rowsOf(section))}
                    />
                  )}
                </h2>
                {tilesBetween(timeline, section, from, to).map(({ index, left, top: tileTop }) => (
                  <PhotoTile
                    key={list.rowAt(index)?.id ?? index}
                    file={list.rowAt(index)}
                    index={index}
                    box={{ left, top: tileTop, sizePx: timeline.tilePx }}
                    isActive={index === chosen.cursor}
                    isChosen={selection.has(index)}
                    isChoosing={chosen.isChoosing || chosen.count > 0}
                    handlers={handlers}
                  />
                ))}
              </section>
            ))}
          </div>
        </div>
        {timeline.height > size.height * 1.5 ? (
          <Scrubber
            months={months}
            position={Math.min(1, top / scrollable)}
            railPx={size.height - 24}
            onMove={(position) => scrollTo(position * scrollable)}
          />
        ) : null}
      </div>
    </>
  )
}

function rowsOf({ first, count }: DaySection): RowRange {
  return { first, last: first + count - 1 }
}

/** A finger held on a picture chooses it; the press that ends it opens nothing. */
function useHold(onHeld: (index: number) => void) {
  const [hold] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    const end = () => clearTimeout(timer)
    return {
      begin(index: number, event: PointerEvent) {
        isHeld = false
        if (event.pointerType !== 'touch') return
        const { clientX: x, clientY: y, currentTarget } = event
        timer = setTimeout(() => {
          isHeld = true
          onHeld(index)
        }, HOLD_MS)
        const watch = (move: Event) => {
          const { clientX, clientY } = move as globalThis.PointerEvent
          if (Math.hypot(clientX - x, clientY - y) > HOLD_SLACK_PX) end()
        }
        currentTarget.addEventListener('pointermove', watch)
        const stop = () => {
          end()
          currentTarget.removeEventListener('pointermove', watch)
        }
        currentTarget.addEventListener('pointerup', stop, { once: true })
        currentTarget.addEventListener('pointercancel', stop, { once: true })
      },
      end,
      wasHeld: () => isHeld,
    }
  })
  return hold
}
