import type { OfficePackage } from '../../package/open-package.ts'
import { toPicture } from '../../pictures/sniff-picture.ts'
import { limits, type ShapeContent, type Slide, type SlideShow } from './slide-show.ts'

/** Collects slides up to their limits. */
export class ShowBuilder {
  readonly #slides: Slide[] = []
  readonly #pictures = new Map<string, number>()
  #paragraphCount = 0
  #letterCount = 0
  #isPart = false

  /** Whether there are as many slides as are shown. */
  get isFull(): boolean {
    return this.#isPart
  }

  /** Counts a paragraph; false where it is one too many. */
  count(): boolean {
    this.#paragraphCount += 1
    if (this.#paragraphCount <= limits.paragraphs) return true
    this.#isPart = true
    return false
  }

  /** What a master says is on each slide again. */
  add(slide: Slide): void {
    const shapes = slide.shapes.slice(0, limits.shapes)
    for (const { content } of shapes) this.#letterCount += lettersOf(content)
    const isTooMuch = this.#slides.length === limits.slides || this.#letterCount > limits.letters
    if (isTooMuch) this.#isPart = true
    else this.#slides.push({ ...slide, shapes })
  }

  cut(): void {
    this.#isPart = true
  }

  /** The number of a picture, by its path. */
  picture(path: string): number | undefined {
    const known = this.#pictures.get(path)
    if (known !== undefined) return known
    if (this.#pictures.size === limits.pictures) return undefined
    this.#pictures.set(path, this.#pictures.size)
    return this.#pictures.size - 1
  }

  async build(
    office: OfficePackage,
    size: { widthPt: number; heightPt: number },
  ): Promise<SlideShow> {
    const pictures: (Blob | undefined)[] = []
    for (const path of this.#pictures.keys()) {
      const bytes = await office.bytes(path)
      pictures.push(bytes && toPicture(bytes))
    }
    return { kind: 'slides', ...size, slides: this.#slides, pictures, isPart: this.#isPart }
  }
}

function lettersOf(content: ShapeContent | undefined): number {
  if (content === undefined) return 0
  if (content.kind === 'picture') return content.alt.length
  const paragraphs =
    content.kind === 'text'
      ? content.paragraphs
      : content.rows.flatMap((cells) => cells.flatMap((cell) => cell.paragraphs))
  return paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, { text, href }) => sum + text.length + (href?.length ?? 0), 0)
}
