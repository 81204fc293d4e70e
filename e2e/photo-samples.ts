import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A photo as phones of Apple take it; undefined where there is nothing to make one with. */
export async function makeHeic(picture: Blob): Promise<Blob | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'awan-heic-'))
  const [from, to] = [join(folder, 'photo.jpg'), join(folder, 'photo.heic')]
  writeFileSync(from, Buffer.from(await picture.arrayBuffer()))
  const { status } = spawnSync('heif-enc', [from, '-o', to])
  const photo = status === 0 ? new Blob([readFileSync(to)]) : undefined
  rmSync(folder, { recursive: true })
  return photo
}

/** A raw photo of Fujifilm: its header, the picture by which the camera shows it, and the data of the sensor. */
export function makeRaf(jpeg: Blob): Blob {
  const head = Buffer.alloc(160)
  head.write('FUJIFILMCCD-RAW 0201FF129502X-T3')
  head.writeUInt32BE(head.length, 84)
  head.writeUInt32BE(jpeg.size, 88)
  return new Blob([head, jpeg, Buffer.alloc(200_000, 7)])
}
