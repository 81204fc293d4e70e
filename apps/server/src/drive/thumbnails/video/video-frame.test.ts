import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder, expectError } from '../../../blobs/testing.ts'
import { run } from '../../testing-curl.ts'
import { findPicturePrograms } from '../programs.ts'
import { videoFrame } from './video-frame.ts'

const ffmpeg = findPicturePrograms().video

// Left out where ffmpeg cannot be had, which the run says at its beginning.
describe.skipIf(process.env.AWAN_TEST_FFMPEG === undefined)('with ffmpeg', () => {
  async function film(name: string, ...args: string[]): Promise<string> {
    const path = join(await createTestFolder(), name)
    const source = ['-f', 'lavfi', '-i', 'color=c=red:size=640x360:rate=10']
    const { code, stderr } = await run(ffmpeg ?? '', ['-v', 'error', ...source, ...args, path])
    expect(code, stderr).toBe(0)
    return path
  }

  async function frameOf(path: string, sizeBytes?: number) {
    const read: string[] = []
    const whole = (await readFile(path)).length
    const frame = await videoFrame(ffmpeg ?? '', {
      sizeBytes: sizeBytes ?? whole,
      async read({ start, end }) {
        read.push(`${start}-${end}`)
        return createReadStream(path, { start, end })
      },
    })
    return { ...(await sharp(frame).metadata()), frame, read }
  }

  test.each([
    ['a.mp4', ['-t', '3']],
    ['a.mp4', ['-t', '3', '-movflags', '+faststart']],
    ['a.mov', ['-t', '3']],
    ['a.mkv', ['-t', '3']],
    ['a.webm', ['-t', '3', '-c:v', 'libvpx']],
    ['short.mp4', ['-t', '0.3']],
  ])('a frame is extracted from %s made with %j', async (name, args) => {
    const { format, width, height, frame } = await frameOf(await film(name, ...args))
    expect([format, width, height]).toEqual(['png', 640, 360])
    const { dominant } = await sharp(frame).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.g).toBeLessThan(50)
  })

  test('a video of a rare codec is rejected', async () => {
    const error = await expectError(
      frameOf(await film('a.mkv', '-t', '1', '-c:v', 'ffv1')),
      'invalid_argument',
    )
    expect(error.description).toMatch(/not on whitelist/)
  })

  test('only the beginning and the end of a long video are read', async () => {
    const path = await film('a.mp4', '-t', '2')
    const bytes = await readFile(path)
    // The index of the frames is at the end, after padding that nobody reads.
    const moov = bytes.lastIndexOf('moov') - 4
    const padding = 100 * 1024 * 1024
    const head = Buffer.alloc(8)
    head.writeUInt32BE(padding, 0)
    head.write('free', 4)
    const long = Buffer.concat([
      bytes.subarray(0, moov),
      head,
      Buffer.alloc(padding - 8, 7),
      bytes.subarray(moov),
    ])
    await writeFile(path, long)
    const { width, read } = await frameOf(path)
    expect(width).toBe(640)
    const END = 32 * 1024 * 1024
    expect(read).toEqual([`0-${END - 1}`, `${long.length - END}-${long.length - 1}`])
  })

  test('a playlist named like a video is rejected', async () => {
    const secret = await film('secret.mp4', '-t', '2')
    const folder = await createTestFolder()
    for (const [name, text] of [
      ['list.mp4', `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`],
      ['concat.mp4', `ffconcat version 1.0\nfile '${secret}'\n`],
      ['text.mp4', 'not a film'],
    ] as const) {
      const path = join(folder, name)
      await writeFile(path, text)
      await expectError(frameOf(path), 'invalid_argument')
    }
  })

  test('a truncated video is rejected, an abort stops ffmpeg, and no temporary files are left', async () => {
    const path = await film('a.mp4', '-t', '2')
    const folder = await createTestFolder()
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, bytes.length / 2))
    await expectError(frameOf(path), 'invalid_argument')
    const stop = AbortSignal.abort()
    const video = { sizeBytes: 1, read: async () => createReadStream(path, { end: 0 }) }
    await expect(videoFrame(ffmpeg ?? '', video, stop)).rejects.toThrow(/abort/)
    expect(await readdir(folder)).toEqual([])
  })
})
