// biome-ignore-all lint/suspicious/noArrayIndexKey: a document does not change; a block is its place
import type { CSSProperties } from 'react'
import { toBlockGroups } from './block-groups.ts'
import { RunList } from './RunList.tsx'
import type { Block, Paragraph, Table } from './text/document.ts'

export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  return toBlockGroups(blocks).map((group, index) => {
    switch (group.kind) {
      case 'list':
        return <ListBlock key={index} items={group.items} />
      case 'table':
        return <TableBlock key={index} table={group.table} />
      default:
        return <ParagraphBlock key={index} paragraph={group.paragraph} />
    }
  })
}

/** Markers are counted by whoever reads the document, since levels count in ways of their own. */
function ListBlock({ items }: { items: readonly Paragraph[] }) {
  return (
    <ul className="office-list">
      {items.map((item, index) => (
        <li key={index} dir={directionOf(item)} style={{ ...styleOf(item), ...sizeOf(item) }}>
          <span className="office-marker">{item.marker}</span>
          <div>
            <RunList runs={item.runs} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function ParagraphBlock({ paragraph }: { paragraph: Paragraph }) {
  const { heading, marker, runs } = paragraph
  const Element = heading === undefined ? 'p' : (`h${heading}` as 'h1')
  return (
    <Element dir={directionOf(paragraph)} style={styleOf(paragraph)}>
      {marker === undefined ? null : `${marker} `}
      <RunList runs={runs} />
    </Element>
  )
}

function TableBlock({ table: { rows, widths } }: { table: Table }) {
  return (
    <div className="office-table">
      <table>
        {widths.length > 0 ? (
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} style={{ width: `${width * 100}%` }} />
            ))}
          </colgroup>
        ) : null}
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map(({ blocks, columnSpan, rowSpan, background }, at) => (
                <td
                  key={at}
                  colSpan={columnSpan > 1 ? columnSpan : undefined}
                  rowSpan={rowSpan > 1 ? rowSpan : undefined}
                  style={background === undefined ? undefined : { background }}
                >
                  <BlockList blocks={blocks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A marker is as large as the words behind it. */
function sizeOf({ runs }: Paragraph): CSSProperties {
  const [first] = runs
  const sizePt = first?.kind === 'text' ? first.look.sizePt : undefined
  return sizePt === undefined ? {} : { fontSize: `calc(${sizePt}pt * var(--scale))` }
}

function directionOf({ isRightToLeft }: Paragraph): 'rtl' | undefined {
  return isRightToLeft ? 'rtl' : undefined
}

function styleOf({ align, indentPx }: Paragraph): CSSProperties | undefined {
  if (align === undefined && indentPx === 0) return undefined
  return {
    ...(align === undefined ? {} : { textAlign: align }),
    ...(indentPx === 0 ? {} : ({ '--indent': `${indentPx}px` } as CSSProperties)),
  }
}
