import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useFindKey } from '../frame/use-find-key.ts'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { useSize } from '../image/use-size.ts'
import type { Size } from '../image/zoom.ts'
import { PdfFind } from './PdfFind.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfTools } from './PdfTools.tsx'
import { usePdfFind } from './use-pdf-find.ts'
import './pdf.css'

const GAP_PX = 16
const EDGE_PX = 16
/** A page as wide as a large screen would be read with the whole head. */
const MAX_FIT_PX = 960
const ZOOM_STEP = 1.25
const ZOOMS = { min: 0.5, max: 4 }

/** The pages below one another; those that are not near the view do not exist. */
export function PdfPages({ name, document }: { name: string; document: PDFDocumentProxy }) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const t = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useSize(scroller)
  const [zoom, setZoom] = useState(1)
  // The first page stands for all until each is known.
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  useEffect(() => {
    let isWanted = true
    void document.getPage(1).then((page) => {
      const first = page.getViewport({ scale: 1 })
      if (isWanted) setSizes((known) => new Map(known).set(1, first))
    })
    return () => {
      isWanted = false
    }
  }, [document])
  const first = sizes.get(1)
  const fit = first ? Math.min(MAX_FIT_PX, Math.max(1, width - 2 * EDGE_PX)) / first.width : 1
  const scale = fit * zoom
  const sizeOf = (page: number) => sizes.get(page) ?? first ?? { width: 0, height: 0 }

  const virtualizer = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.round(sizeOf(index + 1).height * scale),
    gap: GAP_PX,
    paddingStart: EDGE_PX,
    paddingEnd: EDGE_PX,
    overscan: 1,
  })
  useEffect(() => {
    if (sizes.size > 0 && scale > 0) virtualizer.measure()
  }, [virtualizer, sizes, scale])

  const offset = virtualizer.scrollOffset ?? 0
  const middle = offset + (virtualizer.scrollRect?.height ?? 0) / 3
  const pages = virtualizer.getVirtualItems()
  const current = (pages.find(({ end }) => end >= middle)?.index ?? 0) + 1

  const handleError = useErrorHandler()
  const find = usePdfFind(document, current, handleError)
  const [isFinding, setFinding] = useState(false)
  const findField = useRef<HTMLInputElement>(null)
  const active = isFinding ? find.matches[find.at] : undefined
  const activePage = active?.page
  useEffect(() => {
    // A page that is there shows the place by itself.
    const isThere = virtualizer.getVirtualItems().some(({ index }) => index + 1 === activePage)
    if (activePage !== undefined && !isThere) {
      virtualizer.scrollToIndex(activePage - 1, { align: 'start' })
    }
  }, [virtualizer, activePage])

  function openFind() {
    setFinding(true)
    // The field is there with the next drawing.
    requestAnimationFrame(() => findField.current?.select())
  }
  useFindKey(openFind)

  function zoomBy(factor: number) {
    const next = Math.min(ZOOMS.max, Math.max(ZOOMS.min, zoom * factor))
    const element = scroller.current
    // What is in the middle of the view stays there.
    const part = element ? (element.scrollTop + element.clientHeight / 2) / element.scrollHeight : 0
    setZoom(next)
    requestAnimationFrame(() => {
      if (element) element.scrollTop = part * element.scrollHeight - element.clientHeight / 2
    })
  }

  const widest = Math.max(0, ...[...sizes.values()].map((size) => size.width)) * scale
  return (
    <>
      <PdfTools
        page={current}
        pageCount={document.numPages}
        zoom={zoom}
        onPage={(page) => virtualizer.scrollToIndex(page - 1, { align: 'start' })}
        onZoomIn={() => zoomBy(ZOOM_STEP)}
        onZoomOut={() => zoomBy(1 / ZOOM_STEP)}
        onFit={() => zoomBy(1 / zoom)}
        onFind={openFind}
      />
      {isFinding ? (
        <PdfFind
          find={find}
          fieldRef={findField}
          onClose={() => {
            setFinding(false)
            scroller.current?.focus({ preventScroll: true })
          }}
        />
      ) : null}
      <section
        ref={scroller}
        aria-label={t('preview.pdf.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken -outline-offset-2"
      >
        {first ? (
          <div
            className="relative mx-auto"
            style={{ height: virtualizer.getTotalSize(), width: widest, minWidth: '100%' }}
          >
            {pages.map(({ index, key, start }) => (
              <PdfPage
                key={key}
                document={document}
                number={index + 1}
                size={sizeOf(index + 1)}
                scale={scale}
                top={start}
                query={isFinding ? find.query.trim() : ''}
                activeMatch={active?.page === index + 1 ? active.index : undefined}
                onSize={(size) => setSizes((known) => new Map(known).set(index + 1, size))}
              />
            ))}
          </div>
        ) : (
          <div className="grid h-full">
            <ViewerWaiting />
          </div>
        )}
      </section>
    </>
  )
}
