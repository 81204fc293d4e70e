import type { OfficePackage } from '../../package/open-package.ts'
import { toPicture } from '../../pictures/sniff-picture.ts'
import {
  type Block,
  limits,
  type Note,
  type OfficeDocument,
  type Page,
  type Run,
} from './document.ts'

/** Collects a document up to its limits. */
export class DocumentBuilder {
  readonly #pages: Page[] = [{ blocks: [] }]
  readonly #notes: Note[] = []
  readonly #pictures = new Map<string, number>()
  #blockCount = 0
  #letterCount = 0
  #isPart = false

  /** Whether the document has as much as is shown. */
  get isFull(): boolean {
    return this.#isPart
  }

  /** Counts a block, wherever it will be; false where it is one too many. */
  count(runs: readonly Run[] = []): boolean {
    this.#blockCount += 1
    for (const run of runs) this.#letterCount += lettersOf(run)
    if (this.#blockCount <= limits.blocks && this.#letterCount <= limits.letters) return true
    this.#isPart = true
    return false
  }

  add(block: Block): void {
    this.#pages.at(-1)?.blocks.push(block)
  }

  breakPage(): void {
    // Two breaks in a row leave an empty page, as on paper; there is nothing to see of it.
    if (this.#pages.at(-1)?.blocks.length !== 0) this.#pages.push({ blocks: [] })
  }

  /** The number of a picture, by its path. */
  picture(path: string): number | undefined {
    const known = this.#pictures.get(path)
    if (known !== undefined) return known
    if (this.#pictures.size === limits.pictures) return undefined
    this.#pictures.set(path, this.#pictures.size)
    return this.#pictures.size - 1
  }

  /** Its number, by which the text refers to it. */
  note(read: () => Block[]): number | undefined {
    if (this.#notes.length === limits.notes) return undefined
    const note: Note = { number: this.#notes.length + 1, blocks: [] }
    this.#notes.push(note)
    note.blocks = read()
    return note.number
  }

  cut(): void {
    this.#isPart = true
  }

  async build(
    office: OfficePackage,
    paper: { widthPx: number; marginPx: number },
  ): Promise<OfficeDocument> {
    const pictures: (Blob | undefined)[] = []
    for (const path of this.#pictures.keys()) {
      const bytes = await office.bytes(path)
      pictures.push(bytes && toPicture(bytes))
    }
    return {
      kind: 'document',
      pages: this.#pages.filter(({ blocks }) => blocks.length > 0),
      notes: this.#notes,
      pictures,
      ...paper,
      isPart: this.#isPart,
    }
  }
}

/** An address or a description that runs share is sent to the page with each of them. */
function lettersOf(run: Run): number {
  if (run.kind === 'note') return 0
  return run.kind === 'picture' ? run.alt.length : run.text.length + (run.href?.length ?? 0)
}
