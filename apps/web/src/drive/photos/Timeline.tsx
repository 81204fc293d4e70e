import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
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
import { DayHeading } from './DayHeading.tsx'
import { dayWords } from './day-words.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { useTileSize } from './photo-looks.ts'
import { Scrubber } from './Scrubber.tsx'
import { anchorAt, type TimelineAnchor, topOfAnchor } from './timeline-anchor.ts'
import {
  boxOf,
  dayOf,
  type Timeline as Layout,
  layOutTimeline,
  monthsOf,
  type PhotoDay,
  rowOf,
  sectionsBetween,
  tileAfterKey,
} from './timeline-layout.ts'
import { useHold } from './use-hold.ts'

/** A step of scrolling after which other pictures are drawn. */
const STEP_PX = 160
/** Drawn above and below the view. */
const AROUND_PX = 480
/** Of the date that stays in view. */
const HEADING_PX = 52

const photos: Place = { kind: 'photos' }

/** Where each timeline was left, for the way back. */
const offsets = new WeakMap<ListWindow, number>()

/** All pictures by days. Its height is known from the beginning; only what is in view exists. */
export function Timeline({
  list,
  days,
  wanted,
  onUnshaped,
}: {
  list: ListWindow
  days: readonly PhotoDay[]
  /** The picture that somebody wants to see: a new object each time. */
  wanted: { readonly index: number } | undefined
  /** A picture is here whose shape was not known when the days were measured. */
  onUnshaped: (id: string) => void
}) {
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
  const [view, setView] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(offsets.get(list) ?? 0)
  const hold = useHold((index) => selection.beginChoosing(index))
  const wantsFocus = useRef(false)
  const [tileSize] = useTileSize()

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Room for the rail beside the pictures; on a phone it lies over them.
  const isWide = view.width >= 640
  const innerPx = Math.max(0, isWide ? view.width - 76 : view.width)
  const timeline = useMemo(
    () => layOutTimeline(days, { widthPx: innerPx, size: tileSize }),
    [days, innerPx, tileSize],
  )
  const months = useMemo(() => monthsOf(days), [days])
  const from = Math.max(0, top - AROUND_PX)
  const to = top + view.height + AROUND_PX
  const sections = view.width === 0 ? [] : sectionsBetween(timeline, from, to)

  const first = sections[0]?.tiles[0]?.index ?? 0
  const last = sections.at(-1)?.tiles.at(-1)?.index ?? 0
  useEffect(() => {
    list.look(first - 50, last + 50)
  }, [list, first, last])

  // Once its height is there, it goes on where it was left.
  const isReady = view.width > 0
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isReady || !element) return
    element.scrollTop = offsets.get(list) ?? 0
    return () => void offsets.set(list, element.scrollTop)
  }, [isReady, list])

  // What is at the top stays there when the width, the size or the pictures before it are others.
  const anchor = useRef<TimelineAnchor>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isReady || !element) return
    if (anchor.current && element.scrollTop > 0) {
      element.scrollTop = topOfAnchor(timeline, anchor.current)
    }
    const note = () => {
      anchor.current = anchorAt(timeline, element.scrollTop)
    }
    note()
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [isReady, timeline])

  useEffect(() => {
    if (!wantsFocus.current) return
    const tile = scroller.current?.querySelector<HTMLElement>(`[data-photo="${chosen.cursor}"]`)
    if (!tile) return
    wantsFocus.current = false
    tile.focus({ preventScroll: true })
  })

  const goTo = useEffectEvent((index: number) => {
    scrollTo(timeline.rows[rowOf(timeline, index)]?.top ?? 0)
    selection.moveTo(index)
    wantsFocus.current = true
  })
  useEffect(() => {
    if (wanted) goTo(wanted.index)
  }, [wanted])

  function scrollTo(position: number) {
    scroller.current?.scrollTo({ top: position })
  }

  function reveal(index: number) {
    const box = boxOf(timeline, index)
    if (!box) return
    const visible = scroller.current?.scrollTop ?? 0
    if (box.top < visible + HEADING_PX) scrollTo(box.top - HEADING_PX)
    else if (box.top + box.height > visible + view.height) {
      scrollTo(box.top + box.height - view.height + 8)
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
    onSeen(index: number, id: string) {
      if (isShaped(timeline, index)) return
      onUnshaped(id)
    },
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

  const scrollable = Math.max(1, timeline.height - view.height)
  const isChoosing = chosen.isChoosing || chosen.count > 0
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
          className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-width:none]"
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
              // Days share rows, so that their boxes lie over each other: only what is in them is touched.
              <section
                key={section.date}
                aria-label={dayWords(section.date, new Date(), { t, tag })}
                className="pointer-events-none absolute start-0 w-full"
                style={{ top: section.top, height: section.height }}
              >
                <DayHeading
                  section={section}
                  mark={
                    chosen.whole
                      ? undefined
                      : {
                          isChosen: selection.hasAll(rangeOf(section)),
                          isChoosing,
                          onPress: () => selection.toggleAll(rangeOf(section)),
                        }
                  }
                />
                {section.tiles.map((box) => (
                  <PhotoTile
                    key={list.rowAt(box.index)?.id ?? box.index}
                    file={list.rowAt(box.index)}
                    box={box}
                    isActive={box.index === chosen.cursor}
                    isChosen={selection.has(box.index)}
                    isChoosing={isChoosing}
                    handlers={handlers}
                  />
                ))}
              </section>
            ))}
          </div>
        </div>
        {timeline.height > view.height * 1.5 ? (
          <Scrubber
            months={months.map((month) => ({
              ...month,
              at: Math.min(1, (timeline.rows[rowOf(timeline, month.first)]?.top ?? 0) / scrollable),
            }))}
            position={Math.min(1, top / scrollable)}
            railPx={view.height - (isWide ? 24 : 100)}
            onMove={(position) => scrollTo(position * scrollable)}
          />
        ) : null}
      </div>
    </>
  )
}

function rangeOf({ first, count }: PhotoDay & { first: number }): RowRange {
  return { first, last: first + count - 1 }
}

function isShaped(timeline: Layout, index: number): boolean {
  const at = dayOf(timeline, index)
  return (timeline.days[at]?.aspects?.[index - (timeline.firsts[at] ?? 0)] ?? 0) > 0
}
