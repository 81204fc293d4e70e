import { SaxesParser } from 'saxes'
import type { TextGatherer } from './text-gatherer.ts'

/** How the parts of one kind of document write text. Elements are known by their local names. */
export interface TextRules {
  /** Text counts only within one of these. */
  readonly within: ReadonlySet<string>
  /** Nothing counts within one of these. */
  isSkipped(local: string, attributes: Readonly<Record<string, string>>): boolean
  /** A line ends with them. */
  readonly lines: ReadonlySet<string>
  /** They stand for a space. */
  readonly spaces: ReadonlySet<string>
  /** An attribute that is read, by the name of its element. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** No office program nests as deep. */
const MAX_DEPTH = 1_000

/** The part is not XML, or none that an office program writes. */
export class PartProblem extends Error {
  override readonly name = 'PartProblem'
}

/** Reads a part piece by piece; nothing of it is held but what is gathered. */
export class PartText {
  readonly #parser = new SaxesParser({ xmlns: false, position: false } as const)
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  constructor(rules: TextRules, text: TextGatherer) {
    let depth = 0
    let within = 0
    let skippedAt: number | undefined
    this.#parser.on('error', ({ message }) => {
      throw new PartProblem(message.slice(0, 200))
    })
    // It is good for nothing here, and elsewhere for growing without end.
    this.#parser.on('doctype', () => {
      throw new PartProblem('it has a document type')
    })
    this.#parser.on('opentag', ({ name, attributes }) => {
      if (++depth > MAX_DEPTH) throw new PartProblem('its elements are too deep')
      const local = localName(name)
      if (rules.within.has(local)) within++
      if (rules.isSkipped(local, attributes)) skippedAt ??= depth
      if (rules.spaces.has(local)) text.add(' ')
      const attribute = rules.attributes?.[local]
      const value = attribute === undefined ? undefined : attributes[attribute]
      if (value !== undefined) text.add(`${value}\n`)
    })
    this.#parser.on('closetag', ({ name }) => {
      const local = localName(name)
      if (rules.within.has(local)) within--
      if (skippedAt === depth) skippedAt = undefined
      depth--
      if (rules.lines.has(local)) text.add('\n')
    })
    const add = (piece: string) => {
      if (within > 0 && skippedAt === undefined) text.add(piece)
    }
    this.#parser.on('text', add)
    this.#parser.on('cdata', add)
  }

  write(bytes: Uint8Array): void {
    try {
      this.#parser.write(this.#decoder.decode(bytes, { stream: true }))
    } catch (error) {
      // Other encodings are allowed, and written by nobody.
      if (error instanceof TypeError) throw new PartProblem('it is not UTF-8', { cause: error })
      throw error
    }
  }

  close(): void {
    this.#parser.close()
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
