// biome-ignore-all lint/suspicious/noArrayIndexKey: a document does not change; a run is its place
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { useTexts } from '../../../../i18n/LanguageProvider.tsx'
import { OfficePicture } from '../pictures/OfficePicture.tsx'
import type { Look, Run } from './text/document.ts'

export function RunList({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => {
    switch (run.kind) {
      case 'picture':
        return (
          <OfficePicture
            key={index}
            picture={run.picture}
            alt={run.alt}
            className="office-picture"
            style={run.widthPx === undefined ? undefined : { width: run.widthPx }}
          />
        )
      case 'note':
        return <NoteMark key={index} number={run.number} />
      default:
        return <TextRun key={index} {...run} />
    }
  })
}

function TextRun({ text, look, href }: Extract<Run, { kind: 'text' }>) {
  const style = styleOf(look)
  let content: ReactNode = style === undefined ? text : <span style={style}>{text}</span>
  if (look.isBold) content = <b>{content}</b>
  if (look.isItalic) content = <i>{content}</i>
  if (look.isUnderlined && href === undefined) content = <u>{content}</u>
  if (look.isStruck) content = <s>{content}</s>
  if (look.script === 'super') content = <sup>{content}</sup>
  if (look.script === 'sub') content = <sub>{content}</sub>
  if (href === undefined) return content
  // Out of here in a tab of its own, which knows nothing of this one.
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  )
}

function styleOf({ color, background, sizePt, isCapitals, isMonospaced }: Look) {
  const style: CSSProperties = {}
  if (color !== undefined) style.color = color
  if (background !== undefined) style.background = background
  if (sizePt !== undefined) style.fontSize = `calc(${sizePt}pt * var(--scale))`
  if (isCapitals) style.textTransform = 'uppercase'
  if (isMonospaced) style.fontFamily = 'ui-monospace, Consolas, monospace'
  return Object.keys(style).length === 0 ? undefined : style
}

/** Leads to the note below the text; the address of the page stays as it is. */
function NoteMark({ number }: { number: number }) {
  const t = useTexts()
  function show({ currentTarget }: MouseEvent) {
    const note = currentTarget
      .closest('[data-document]')
      ?.querySelector<HTMLElement>(`[data-note="${number}"]`)
    note?.scrollIntoView({ block: 'center' })
    note?.focus({ preventScroll: true })
  }
  return (
    <sup>
      <button
        type="button"
        className="office-note-mark"
        aria-label={t('preview.document.note', { number })}
        onClick={show}
      >
        {number}
      </button>
    </sup>
  )
}
