import { inspect } from 'node:util'

/**
 * A text that must not be printed. Turned into a string, inspected or written as JSON it gives
 * `[hidden]`; code that needs the text calls `reveal()`.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}

const HIDDEN = '[hidden]'
