import type { UploadRow as Row, UploadSummary } from '@awan/client/upload-manager'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { DriveUploads } from './drive-uploads.ts'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './UploadsProvider.tsx'

const ROW_PX = 52
const TOUCH_ROW_PX = 60

/** Each upload, of which only those in view are in the page. What asks for a look stands first. */
export function UploadRows({ summary }: { summary: UploadSummary }) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const scroller = useRef<HTMLElement>(null)
  const isTouch = useMediaQuery('(max-width: 47.99rem), (pointer: coarse)')
  const rowPx = isTouch ? TOUCH_ROW_PX : ROW_PX
  const virtualizer = useVirtualizer({
    count: summary.files.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 4,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights are measured anew
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const shown = useShownRows(useUploads(), { summary, first, count: items.length })
  return (
    <section
      ref={scroller}
      // Scrolled by keys too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={t('upload.each')}
      className="min-h-0 overflow-y-auto overscroll-contain border-t border-line -outline-offset-2 md:max-h-[min(16.25rem,40dvh)]"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size }) => {
          const row = shown.rows[index - shown.first]
          return row === undefined ? null : (
            <UploadRow
              key={row.id}
              row={row}
              isHalted={summary.halt?.kind === 'paused'}
              place={{ start, size, position: index + 1, of: summary.files.total }}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** Asked for again with each news; the answer to a later question is never replaced by an earlier one. */
function useShownRows(
  uploads: DriveUploads,
  { summary, first, count }: { summary: UploadSummary; first: number; count: number },
): { first: number; rows: readonly Row[] } {
  const [shown, setShown] = useState<{ first: number; rows: readonly Row[]; turn: number }>({
    first: 0,
    rows: [],
    turn: 0,
  })
  const turns = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new summary is the news that rows have changed
  useEffect(() => {
    turns.current += 1
    const turn = turns.current
    void uploads
      .rows(first, count)
      .then((rows) => setShown((now) => (now.turn > turn ? now : { first, rows, turn })))
  }, [uploads, summary, first, count])
  return shown
}
