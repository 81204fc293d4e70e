import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import type { PreviewedText } from '../preview-queries.ts'
import { toPathBeside } from './beside-note.ts'
import './markdown.css'
import { renderMarkdown } from './render-markdown.ts'
import { useLoadedPictures } from './use-loaded-pictures.ts'

/** A note as it reads. */
export function MarkdownView({
  file,
  text,
  onTick,
}: PreviewedText & { onTick?: ((line: number, isTicked: boolean) => void) | undefined }) {
  const t = useTexts()
  const page = useRef<HTMLElement>(null)
  const blockedPicture = t('preview.markdown.image')
  const tick = useEffectEvent((line: number, isTicked: boolean) => onTick?.(line, isTicked))
  const canTick = onTick !== undefined
  const showPictures = useLoadedPictures({
    missing: t('preview.markdown.missing'),
    tooMany: t('preview.markdown.tooMany'),
  })
  const folder = file.ancestors.slice(1).map((above) => above.name)
  const toBeside = useEffectEvent((link: string) => toPathBeside(folder, link)?.join('/'))
  const show = useEffectEvent(showPictures)
  useLayoutEffect(() => {
    const { current } = page
    if (!current) return
    const { activeElement } = document
    const focused = current.contains(activeElement) ? (activeElement as HTMLElement) : undefined
    const line = focused?.dataset.line
    const ticked = (at: number, isTicked: boolean) => tick(at, isTicked)
    current.replaceChildren(
      renderMarkdown(text, blockedPicture, canTick ? ticked : undefined, (link) => toBeside(link)),
    )
    show(current)
    // The box that was ticked is another one now, in the same line.
    if (line !== undefined) current.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus()
  }, [text, blockedPicture, canTick])
  if (text.trim() === '') {
    return (
      <div className="m-auto">
        <Notice picture={<FileIcon file={file} />} title={t('preview.empty')} />
      </div>
    )
  }
  return (
    <section
      aria-label={t('preview.text.label', { name: file.name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface -outline-offset-2"
    >
      <article ref={page} translate="no" className="note" />
    </section>
  )
}
