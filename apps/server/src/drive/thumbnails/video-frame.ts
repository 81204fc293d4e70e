import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../../blobs/blob-store.ts'
import { LIMITED_ENV, LOW_PRIORITY, limitedCommand } from './limited-command.ts'
import { noPicture } from './make-pictures.ts'

/** Where ffmpeg is, if it is installed; without it videos have no thumbnails. */
export function findFfmpeg(path = process.env.PATH ?? ''): string | undefined {
  for (const folder of path.split(delimiter)) {
    const program = join(folder, 'ffmpeg')
    try {
      accessSync(program, constants.X_OK)
      return program
    } catch {
      // Not in this folder: the next one may have it.
    }
  }
  return undefined
}

export interface Video {
  sizeBytes: number
  read(range: ByteRange): Promise<Readable>
}

/** One picture of a video, a second after its beginning, or the first where it is shorter. */
export async function videoFrame(
  ffmpeg: string,
  video: Video,
  signal?: AbortSignal,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-video-'))
  try {
    const path = join(folder, 'video')
    await writeEnds(video, path)
    const later = await readFrame(ffmpeg, path, ['-ss', '1'], signal)
    const frame = later.length > 0 ? later : await readFrame(ffmpeg, path, [], signal)
    if (frame.length === 0) throw noPicture('there is no frame in it')
    return frame
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What tells the frames lies at the beginning or at the end, and the first frames at the beginning. */
const END_BYTES = 32 * 1024 * 1024

/** A file of the length of the video, with a hole where nobody looks: an hour of film is not copied. */
async function writeEnds({ sizeBytes, read }: Video, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(sizeBytes)
    const middle = Math.min(sizeBytes, END_BYTES)
    const last = Math.max(middle, sizeBytes - END_BYTES)
    for (const { start, end } of [
      { start: 0, end: middle - 1 },
      { start: last, end: sizeBytes - 1 },
    ]) {
      if (start > end) continue
      let at = start
      for await (const chunk of await read({ start, end })) {
        await file.write(chunk, 0, chunk.length, at)
        at += chunk.length
      }
    }
  } finally {
    await file.close()
  }
}

const TIMEOUT_MS = 60_000
const MAX_FRAME_BYTES = 64 * 1024 * 1024
const MAX_PIXELS = 100_000_000
/** What phones, cameras and browsers write. Others have had fewer eyes on them. */
const CODECS = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'mpeg4', 'mjpeg', 'prores'],
  'theora',
]

/**
 * Only formats that hold their own frames, only codecs that are common, only this file, one thread: a
 * playlist that names other files or addresses is no video here.
 */
function readFrame(
  ffmpeg: string,
  path: string,
  seek: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-max_alloc', '268435456'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,webm,ogg'],
    ...['-codec_whitelist', CODECS.join(',')],
    ...['-threads', '1', '-max_pixels', String(MAX_PIXELS), ...seek, '-i', `file:${path}`],
    ...['-map', '0:v:0', '-frames:v', '1', '-threads', '1'],
    ...['-vf', `scale='min(1600,iw)':'min(1600,ih)':force_original_aspect_ratio=decrease`],
    ...['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  ]
  const limited = limitedCommand(ffmpeg, args)
  return new Promise((resolve, reject) => {
    const child = execFile(
      limited.command,
      limited.args,
      {
        encoding: 'buffer',
        maxBuffer: MAX_FRAME_BYTES,
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        env: LIMITED_ENV,
        ...(signal && { signal }),
      },
      (error, frame, said) => {
        if (!error) resolve(frame)
        else if (signal?.aborted || typeof error.code === 'string') reject(error)
        else reject(noPicture(said.toString().trim().slice(0, 500) || error.message))
      },
    )
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  })
}
