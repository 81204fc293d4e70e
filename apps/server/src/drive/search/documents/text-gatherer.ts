/** Text as it comes out of a document, as much of it as is kept. */
export class TextGatherer {
  readonly #maxLength: number
  readonly #pieces: string[] = []
  #length = 0
  #endsWithSpace = true

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get isFull(): boolean {
    return this.#length >= this.#maxLength
  }

  add(text: string): void {
    if (this.isFull || text === '') return
    // A million empty cells are no text.
    if (this.#endsWithSpace && text.trim() === '') return
    this.#endsWithSpace = /\s$/.test(text)
    const taken = text.slice(0, this.#maxLength - this.#length)
    this.#pieces.push(taken)
    this.#length += taken.length
  }

  /** In one form for words and snippets, with nothing in it that a database does not take. */
  toText(): string {
    return this.#pieces.join('').toWellFormed().normalize('NFC').replace(CONTROLS, ' ').trim()
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]+/g
