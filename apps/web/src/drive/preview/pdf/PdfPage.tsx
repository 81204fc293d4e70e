import { type PDFDocumentProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import type { Size } from '../image/zoom.ts'
import { mark, rangesIn } from './mark-letters.ts'

/** More than this a canvas is refused by some phones, and nobody sees the difference. */
const MAX_CANVAS_PIXELS = 12_000_000

/** One page: drawn, and over it its letters, unseen, so that they can be marked and read aloud. */
export function PdfPage({
  document,
  number,
  size,
  scale,
  top,
  query,
  activeMatch,
  onSize,
}: {
  document: PDFDocumentProxy
  /** From one. */
  number: number
  /** As far as it is known. */
  size: Size
  scale: number
  top: number
  /** What is looked for. */
  query: string
  /** Which of the places where it stands on this page is looked at. */
  activeMatch: number | undefined
  onSize: (size: Size) => void
}) {
  const t = useTexts()
  const handleError = useErrorHandler()
  const sheet = useRef<HTMLDivElement>(null)
  const letters = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  /** How often its letters were laid out. */
  const [lettered, setLettered] = useState(0)

  const measured = useEffectEvent((found: Size) => {
    if (found.width !== size.width || found.height !== size.height) {
      onSize({ width: found.width, height: found.height })
    }
  })
  const failed = useEffectEvent((error: unknown) => {
    if (!(error instanceof RenderingCancelledException)) handleError(error)
  })

  useEffect(() => {
    let isLeft = false
    let cancel = () => {}
    async function draw() {
      const page = await document.getPage(number)
      if (isLeft) return
      measured(page.getViewport({ scale: 1 }))
      const viewport = page.getViewport({ scale })
      const wanted = devicePixelRatio || 1
      const most = Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height))
      const sharp = page.getViewport({ scale: scale * Math.min(wanted, most) })
      // Drawn apart and put in when it is whole: at a new size the old drawing stays until then.
      const canvas = window.document.createElement('canvas')
      canvas.width = Math.floor(sharp.width)
      canvas.height = Math.floor(sharp.height)
      const drawing = page.render({ canvas, viewport: sharp })
      cancel = () => drawing.cancel()
      await drawing.promise
      if (isLeft || !letters.current) return
      sheet.current?.replaceChildren(canvas)
      setDrawn(true)
      letters.current.replaceChildren()
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: letters.current,
        viewport,
      })
      cancel = () => layer.cancel()
      await layer.render()
      if (!isLeft) setLettered((drawn) => drawn + 1)
    }
    draw().catch((error: unknown) => {
      if (!isLeft) failed(error)
    })
    return () => {
      isLeft = true
      cancel()
    }
  }, [document, number, scale])

  useEffect(() => {
    if (lettered === 0 || !letters.current || query === '') return
    const ranges = rangesIn(letters.current, query)
    const active = activeMatch === undefined ? undefined : ranges[activeMatch]
    const unmark = mark('pdf-found', ranges)
    const unmarkActive = mark('pdf-found-now', active ? [active] : [])
    active?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
    return () => {
      unmark()
      unmarkActive()
    }
  }, [lettered, query, activeMatch])

  const width = size.width * scale
  return (
    <section
      aria-label={t('preview.pdf.pageLabel', { page: number })}
      aria-busy={!isDrawn}
      className="pdf-page absolute bg-paper shadow-float"
      style={
        {
          top,
          left: `max(0px, calc(50% - ${width / 2}px))`,
          width,
          height: size.height * scale,
          '--total-scale-factor': scale,
        } as CSSProperties
      }
    >
      <div ref={sheet} aria-hidden="true" className="pdf-sheet" />
      <div ref={letters} className="pdf-letters" />
    </section>
  )
}
