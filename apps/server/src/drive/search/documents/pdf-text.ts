import { type PictureContent, withFileOf } from '../../thumbnails/picture-content.ts'
import { runLimited } from '../../thumbnails/run-limited.ts'
import { TextGatherer } from './text-gatherer.ts'

const MAX_LENGTH = 1024 * 1024
/** Of a script with three bytes for a letter, as much. */
const KEPT_BYTES = MAX_LENGTH * 3
/** What is larger is not copied for its words. */
export const MAX_PDF_BYTES = 256 * 1024 * 1024

/** The text of a PDF in the order in which it is read; undefined where it has none, as scans. */
export async function pdfText(
  pdftotext: string,
  content: PictureContent,
): Promise<string | undefined> {
  const args = ['-q', '-enc', 'UTF-8', '-eol', 'unix', '-nopgbrk']
  const output = await withFileOf(content, ({ path }) =>
    runLimited(pdftotext, [...args, path, '-'], { keepBytes: KEPT_BYTES }),
  )
  const text = new TextGatherer(MAX_LENGTH)
  // Its end may be in the middle of a character.
  text.add(new TextDecoder().decode(output).replace(/\ufffd$/, ''))
  return text.toText() || undefined
}
