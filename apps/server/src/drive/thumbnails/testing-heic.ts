import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestFolder } from '../../blobs/testing.ts'
import { run } from '../testing-curl.ts'

/** A photo as a phone takes it; the first of several is as large as told, all others are smaller. */
export async function heicPhoto(
  width: number,
  height: number,
  { count = 1 }: { count?: number } = {},
): Promise<Buffer> {
  const folder = await createTestFolder()
  const paths: string[] = []
  for (let index = 0; index < count; index++) {
    const path = join(folder, `${index}.jpg`)
    const size = { width: width - index * 64, height: height - index * 64 }
    await writeFile(
      path,
      await sharp({ create: { ...size, channels: 3, background: { r: 220, g: 30, b: 30 } } })
        .withExif({
          IFD0: { Make: 'Apple', Model: 'iPhone 17' },
          IFD2: { DateTimeOriginal: '2026:11:15 18:24:57', OffsetTimeOriginal: '+07:00' },
        })
        .jpeg()
        .toBuffer(),
    )
    paths.push(path)
  }
  const made = join(folder, 'photo.heic')
  const { code, stderr } = await run('heif-enc', [...paths, '-o', made])
  if (code !== 0) throw new Error(stderr)
  return readFile(made)
}
