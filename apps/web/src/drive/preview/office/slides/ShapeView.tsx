// biome-ignore-all lint/suspicious/noArrayIndexKey: slides do not change; a paragraph is its place
import type { CSSProperties } from 'react'
import { OfficePicture } from '../pictures/OfficePicture.tsx'
import type { Shape, ShapeContent, SlideParagraph, SlideRun } from './show/slide-show.ts'

export function ShapeView({
  shape: { box, rotation, fill, line, form, content },
  size: { widthPt, heightPt },
}: {
  shape: Shape
  size: { widthPt: number; heightPt: number }
}) {
  const style: CSSProperties = {
    left: `${(box.x / widthPt) * 100}%`,
    top: `${(box.y / heightPt) * 100}%`,
    width: `${(box.width / widthPt) * 100}%`,
    height: `${(box.height / heightPt) * 100}%`,
  }
  if (fill !== undefined) style.background = fill
  if (line !== undefined) style.border = `max(1px, var(--pt)) solid ${line}`
  if (rotation !== 0) style.rotate = `${rotation}deg`
  if (form === 'ellipse') style.borderRadius = '50%'
  if (form === 'rounded') style.borderRadius = 'calc(8 * var(--pt))'
  return (
    <div className="slide-shape" style={style}>
      {content === undefined ? null : <Content content={content} />}
    </div>
  )
}

function Content({ content }: { content: ShapeContent }) {
  switch (content.kind) {
    case 'picture':
      return <OfficePicture picture={content.picture} alt={content.alt} className="slide-picture" />
    case 'table':
      return (
        <table className="slide-table">
          <tbody>
            {content.rows.map((cells, row) => (
              <tr key={row}>
                {cells.map(({ columnSpan, rowSpan, fill, paragraphs }, column) => (
                  <td
                    key={column}
                    colSpan={columnSpan > 1 ? columnSpan : undefined}
                    rowSpan={rowSpan > 1 ? rowSpan : undefined}
                    style={fill === undefined ? undefined : { background: fill }}
                  >
                    <Paragraphs paragraphs={paragraphs} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    default:
      return content.isTitle && content.paragraphs.some(({ runs }) => runs.length > 0) ? (
        <h2 className={`slide-text slide-text-${content.anchor}`}>
          <Paragraphs paragraphs={content.paragraphs} />
        </h2>
      ) : (
        <div className={`slide-text slide-text-${content.anchor}`}>
          <Paragraphs paragraphs={content.paragraphs} />
        </div>
      )
  }
}

/** Spans, since they may be in a heading. */
function Paragraphs({ paragraphs }: { paragraphs: readonly SlideParagraph[] }) {
  return paragraphs.map(({ align, marker, indentPt, runs }, index) => (
    <span
      key={index}
      className="slide-paragraph"
      style={
        {
          textAlign: align,
          '--indent': indentPt,
          '--size': runs[0]?.sizePt ?? 12,
        } as CSSProperties
      }
    >
      {marker === undefined ? null : (
        <span className="slide-marker" style={{ color: runs[0]?.color }}>
          {marker}
        </span>
      )}
      {runs.map((run, at) => (
        <RunView key={at} run={run} />
      ))}
    </span>
  ))
}

function RunView({ run }: { run: SlideRun }) {
  const { text, sizePt, color, isBold, isItalic, isUnderlined, isStruck, href } = run
  const lines = [isUnderlined && 'underline', isStruck && 'line-through'].filter(Boolean).join(' ')
  const style: CSSProperties = { fontSize: `calc(${sizePt} * var(--pt))` }
  if (color !== undefined) style.color = color
  if (isBold) style.fontWeight = 650
  if (isItalic) style.fontStyle = 'italic'
  if (lines !== '') style.textDecoration = lines
  const words = <span style={style}>{text}</span>
  // Out of here in a tab of its own, which knows nothing of this one.
  return href === undefined ? (
    words
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  )
}
