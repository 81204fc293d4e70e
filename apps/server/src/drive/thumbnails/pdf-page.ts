import { type PictureContent, withFileOf } from './picture-content.ts'
import { runLimited } from './run-limited.ts'

/** The longer side of the largest picture that is made of it. */
const SIZE_PX = '1600'

/** The first page of a PDF, as its readers see it. */
export function pdfPage(
  pdftoppm: string,
  content: PictureContent,
  signal?: AbortSignal,
): Promise<Buffer> {
  const args = ['-f', '1', '-l', '1', '-singlefile', '-cropbox', '-scale-to', SIZE_PX, '-png']
  return withFileOf(content, ({ path }) => runLimited(pdftoppm, [...args, path], { signal }))
}
