import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import type { PreviewedText } from '../preview-queries.ts'
import './markdown.css'
import { renderMarkdown } from './render-markdown.ts'

/** A note as it reads. */
export function MarkdownView({ file, text }: PreviewedText) {
  const t = useTexts()
  const page = useRef<HTMLElement>(null)
  const blockedPicture = t('preview.markdown.image')
  useLayoutEffect(() => {
    page.current?.replaceChildren(renderMarkdown(text, blockedPicture))
  }, [text, blockedPicture])
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
