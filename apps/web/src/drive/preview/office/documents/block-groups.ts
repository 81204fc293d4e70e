import type { Block, Paragraph, Table } from './text/document.ts'

export type BlockGroup =
  | { kind: 'list'; items: Paragraph[] }
  | { kind: 'paragraph'; paragraph: Paragraph }
  | { kind: 'table'; table: Table }

/** Items of lists that follow each other are one list; a numbered heading is a heading. */
export function toBlockGroups(blocks: readonly Block[]): BlockGroup[] {
  const groups: BlockGroup[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind === 'table') groups.push({ kind: 'table', table: block })
    else if (block.marker === undefined || block.heading !== undefined) {
      groups.push({ kind: 'paragraph', paragraph: block })
    } else if (last?.kind === 'list') last.items.push(block)
    else groups.push({ kind: 'list', items: [block] })
  }
  return groups
}
