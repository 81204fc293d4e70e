import { noPicture } from '../make-pictures.ts'
import { type PictureContent, withFileOf } from '../picture-content.ts'
import { runLimited } from '../run-limited.ts'

/** What tells the frames lies at the beginning or at the end, and the first frames at the beginning. */
const END_BYTES = 32 * 1024 * 1024

/** One picture of a video, a second after its beginning, or the first where it is shorter. */
export function videoFrame(
  ffmpeg: string,
  video: PictureContent,
  signal?: AbortSignal,
): Promise<Buffer> {
  return withFileOf(
    video,
    async ({ path }) => {
      const later = await runLimited(ffmpeg, frameArgs(path, ['-ss', '1']), { signal })
      const frame =
        later.length > 0 ? later : await runLimited(ffmpeg, frameArgs(path, []), { signal })
      if (frame.length === 0) throw noPicture('there is no frame in it')
      return frame
    },
    { endBytes: END_BYTES },
  )
}

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
function frameArgs(path: string, seek: readonly string[]): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-max_alloc', '268435456'],
    ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,webm,ogg'],
    ...['-codec_whitelist', CODECS.join(',')],
    ...['-threads', '1', '-max_pixels', String(MAX_PIXELS), ...seek, '-i', `file:${path}`],
    ...['-map', '0:v:0', '-frames:v', '1', '-threads', '1'],
    ...['-vf', `scale='min(1600,iw)':'min(1600,ih)':force_original_aspect_ratio=decrease`],
    ...['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  ]
}
