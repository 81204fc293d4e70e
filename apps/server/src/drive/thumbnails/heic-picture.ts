import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type PictureContent, withFileOf } from './picture-content.ts'
import { runLimited } from './run-limited.ts'

const OUTPUT = '/dev/stdout'

/**
 * The picture of a HEIC file as a JPEG, upright. The program of libheif writes by path, and takes the format
 * from its end: the path leads back to its output, since it may write no file.
 */
export function heicPicture(
  heifDec: string,
  content: PictureContent,
  signal?: AbortSignal,
): Promise<Buffer> {
  return withFileOf(content, async ({ path, folder }) => {
    const picture = join(folder, 'picture.jpg')
    await symlink(OUTPUT, picture)
    // The first of a file with several; all others it cannot write.
    await symlink(OUTPUT, join(folder, 'picture-1.jpg'))
    const args = ['--quiet', '-q', '92', path, picture]
    return runLimited(heifDec, args, { signal, output: 'piped' })
  })
}
