import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'
import type { Block } from '../text/document.ts'
import { chosen, type DocxContext, DocxParagraph, type Sink } from './docx-paragraph.ts'
import { readDocxTable } from './docx-table.ts'

/** A page break in a cell or a note is none. */
function sinkInto(blocks: Block[]): Sink {
  return { add: (block) => blocks.push(block), breakPage() {} }
}

export function readDocxBlocks(parent: XmlElement, context: DocxContext): Block[] {
  const blocks: Block[] = []
  readBlocks(parent, context, sinkInto(blocks))
  return blocks
}

export function readDocxBody(body: XmlElement, context: DocxContext): void {
  readBlocks(body, context, context.builder)
}

function readBlocks(parent: XmlElement, context: DocxContext, sink: Sink): void {
  for (const child of elementsOf(parent)) {
    if (context.builder.isFull) return
    switch (child.name) {
      case 'w:p':
        new DocxParagraph(context, sink, (box) => readDocxBlocks(box, context)).read(child)
        break
      case 'w:tbl':
        if (context.builder.count()) {
          sink.add(
            readDocxTable(child, (cell) =>
              context.builder.count() ? readDocxBlocks(cell, context) : undefined,
            ),
          )
        }
        break
      case 'w:sdt':
        readBlocks(elementAt(child, 'w:sdtContent') ?? child, context, sink)
        break
      case 'w:customXml':
      case 'w:ins':
      case 'w:moveTo':
        readBlocks(child, context, sink)
        break
      case 'mc:AlternateContent':
        readBlocks(chosen(child), context, sink)
    }
  }
}
