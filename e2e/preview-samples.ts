import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** A picture with a gradient, so that one can see that it is there. */
export function makePng(width: number, height: number, hue: [number, number, number]): Blob {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      const light = 0.55 + (0.45 * (x + height - y)) / (width + height)
      for (const channel of [0, 1, 2]) rows[at + channel] = (hue[channel] ?? 0) * light
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return new Blob([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

function pngPart(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const part = Buffer.alloc(named.length + 8)
  part.writeUInt32BE(data.length, 0)
  named.copy(part, 4)
  part.writeUInt32BE(crc32(named), named.length + 4)
  return part
}

/** A document whose pages each say one line. */
export function makePdf(lines: readonly string[]): Blob {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${lines.map((_, page) => `${4 + 2 * page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, page) => {
      const drawing = `BT /F1 36 Tf 72 700 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Blob([text])
}

/** An archive of files that are stored as they are. */
export function makeZip(files: Readonly<Record<string, string | Buffer>>): Blob {
  const bodies: Buffer<ArrayBuffer>[] = []
  const directory: Buffer<ArrayBuffer>[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name)
    const bytes = Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // UTF-8 names.
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const made = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, facts, place, path]))
    bodies.push(body)
    offset += body.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return new Blob([...bodies, ...directory, end])
}

/** Minutes of a low tone: large enough that nobody loads it whole to hear its end. */
export function makeWav(seconds: number): Blob {
  const rate = 44_100
  const samples = new Int16Array(seconds * rate)
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.sin(at / 40) * 3000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return new Blob([head, samples])
}

/** A film of noise, which does not compress; undefined where there is nothing to make one with. */
export function makeFilm(seconds: number): Blob | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'awan-film-'))
  const path = join(folder, 'film.webm')
  const { status } = spawnSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=10:duration=${seconds}`],
    ...['-vf', 'noise=alls=80:allf=t', '-c:v', 'libvpx', '-b:v', '3M', '-deadline', 'realtime'],
    ...['-cpu-used', '8', '-g', '20', path],
  ])
  const film = status === 0 ? new Blob([readFileSync(path)]) : undefined
  rmSync(folder, { recursive: true })
  return film
}
