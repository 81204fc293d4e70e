// biome-ignore-all lint/suspicious/noArrayIndexKey: a document does not change; a page is its place
import type { CSSProperties } from 'react'
import { useTexts } from '../../../../i18n/LanguageProvider.tsx'
import { PictureUrls, useUrlsOf } from '../pictures/use-picture-urls.ts'
import { BlockList } from './BlockList.tsx'
import './document.css'
import { toPapers } from './paper-chunks.ts'
import type { Note, OfficeDocument } from './text/document.ts'
import { useGrowing } from './use-growing.ts'

/** A document of text as it reads, on paper that is as wide as its own where there is room. */
export function DocumentView({ name, document }: { name: string; document: OfficeDocument }) {
  const t = useTexts()
  const { pages, notes, pictures, widthPx, marginPx, isPart } = document
  const papers = toPapers(pages)
  const chunkCount = papers.reduce((sum, { chunks }) => sum + chunks.length, 0)
  const shownCount = useGrowing(chunkCount)
  const style = { maxWidth: widthPx, '--margin': `${marginPx}px` } as CSSProperties
  return (
    <PictureUrls value={useUrlsOf(pictures)}>
      <section
        aria-label={t('preview.text.label', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        data-document
        className="office-desk min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken -outline-offset-2"
      >
        {papers
          .filter(({ first }) => first < shownCount)
          .map(({ first, chunks }) => (
            <div key={first} translate="no" className="office-paper" style={style}>
              {chunks.slice(0, shownCount - first).map((blocks, index) => (
                <BlockList key={index} blocks={blocks} />
              ))}
            </div>
          ))}
        {notes.length > 0 && shownCount === chunkCount ? (
          <NoteList notes={notes} style={style} />
        ) : null}
        {isPart ? (
          <p className="pt-2 text-center text-muted text-sm">{t('preview.office.part')}</p>
        ) : null}
      </section>
    </PictureUrls>
  )
}

function NoteList({ notes, style }: { notes: readonly Note[]; style: CSSProperties }) {
  const t = useTexts()
  return (
    <section
      aria-label={t('preview.document.notes')}
      translate="no"
      className="office-paper office-notes"
      style={style}
    >
      <ol className="office-list">
        {notes.map(({ number, blocks }) => (
          <li key={number} data-note={number} tabIndex={-1}>
            <span className="office-marker">{number}</span>
            <div>
              <BlockList blocks={blocks} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
