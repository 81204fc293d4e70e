import type { PartText } from '../package/open-package.ts'
import { readXml } from '../package/read-xml.ts'

/** More are not needed for the cells that are shown. */
const MAX_STRINGS = 2_000_000

/** The texts of a workbook, which its cells name by their number. */
export function readSharedStrings(part: PartText): string[] {
  const strings: string[] = []
  let item = ''
  let isText = false
  /** How a Japanese word is read, which is written above it. */
  let isReading = false
  readXml(part, {
    open(name) {
      if (name === 'si') item = ''
      else if (name === 't') isText = true
      else if (name === 'rPh') isReading = true
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isReading = false
      else if (name === 'si' && strings.push(unescapeText(item)) === MAX_STRINGS) return 'stop'
    },
    text(text) {
      if (isText && !isReading) item += text
    },
  })
  return strings
}

/** Letters that XML forbids are written as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
