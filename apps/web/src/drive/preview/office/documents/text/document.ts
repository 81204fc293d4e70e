/** A document of text as its reader sees it: nothing in it but words, looks and pictures. */
export interface OfficeDocument {
  kind: 'document'
  pages: Page[]
  notes: Note[]
  /** In the order of their numbers; undefined where a picture is of a kind that browsers do not know. */
  pictures: (Blob | undefined)[]
  /** Of the paper, in pixels. */
  widthPx: number
  marginPx: number
  /** There is more than is shown. */
  isPart: boolean
}

/** What is between two page breaks that somebody has made; it may be many pages of paper. */
export interface Page {
  blocks: Block[]
}

export type Block = Paragraph | Table

export interface Paragraph {
  kind: 'paragraph'
  /** From one to six, of a heading. */
  heading: number | undefined
  align: 'start' | 'center' | 'end' | 'justify' | undefined
  isRightToLeft: boolean
  /** What is written before an item of a list: `2.1`, `•`. */
  marker: string | undefined
  indentPx: number
  /** Of a heading or a text that has none of its own. */
  runs: Run[]
}

export interface Table {
  kind: 'table'
  /** Of the columns, in parts of the whole; empty where nobody knows. */
  widths: number[]
  rows: TableCell[][]
}

export interface TableCell {
  columnSpan: number
  rowSpan: number
  background: string | undefined
  blocks: Block[]
}

export type Run =
  | { kind: 'text'; text: string; look: Look; href: string | undefined }
  | { kind: 'picture'; picture: number; widthPx: number | undefined; alt: string }
  | { kind: 'note'; number: number }

export interface Look {
  isBold?: boolean
  isItalic?: boolean
  isUnderlined?: boolean
  isStruck?: boolean
  isCapitals?: boolean
  /** Not to be shown. */
  isHidden?: boolean
  script?: 'sub' | 'super' | 'none'
  /** `#1a2b3c` */
  color?: string
  background?: string
  sizePt?: number
  isMonospaced?: boolean
}

/** A footnote or an endnote. */
export interface Note {
  number: number
  blocks: Block[]
}

export const limits = { blocks: 10_000, letters: 4_000_000, pictures: 500, notes: 2000 }
