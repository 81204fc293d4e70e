import { isServiceError } from '@awan/protocol/errors'
import { documentThumbnail } from './documents/document-thumbnail.ts'
import { heicPicture } from './heic-picture.ts'
import { pdfPage } from './pdf-page.ts'
import { type PictureContent, readParts, readWhole } from './picture-content.ts'
import type { PictureKind } from './picture-kind.ts'
import type { MadePictures } from './picture-process.ts'
import type { PicturePrograms } from './programs.ts'
import { rawPreview } from './raw/raw-preview.ts'
import { readVideoFacts } from './video/read-video-facts.ts'
import { videoFrame } from './video/video-frame.ts'

/** Of what a content's pictures are made, and in what its camera wrote. */
export interface PictureSource {
  /** One that the picture process decodes; absent where nothing here can read it. */
  image?: Buffer
  isUpright?: boolean
  /** The same where both are one; absent where there is nothing of a camera. */
  camera?: Buffer
  /** Of the photo itself, where the image is a smaller one. */
  size?: { width: number; height: number } | undefined
  /** Of a video: what its header says. */
  video?: Pick<MadePictures, 'takenAt' | 'facts'> | undefined
  /** Why there is no image, and never will be. */
  problem?: string | undefined
}

interface ReadOptions {
  programs: PicturePrograms
  signal: AbortSignal
  /** Whether pictures are made of it. */
  makes: boolean
}

type ReadSource = (content: PictureContent, options: ReadOptions) => Promise<PictureSource>

const readers: Readonly<Record<PictureKind, ReadSource>> = {
  async image(content) {
    const image = await readWhole(content)
    return { image, camera: image }
  },

  async heic(content, { programs, signal }) {
    // What reads AVIF finds its way in this container too, and only the pixels need another program.
    const camera = await readWhole(content)
    if (programs.heic === undefined) return { camera }
    return { image: await heicPicture(programs.heic, content, signal), isUpright: true, camera }
  },

  async raw(content) {
    const { jpeg, size } = await rawPreview(readParts(content), content.sizeBytes)
    return { image: jpeg, camera: jpeg, size }
  },

  async video(content, { programs, signal, makes }) {
    const video = await readVideo(content)
    if (!makes || programs.video === undefined) return { video }
    try {
      return { image: await videoFrame(programs.video, content, signal), video }
    } catch (error) {
      // Its length is known all the same.
      if (video === undefined || !isServiceError(error, 'invalid_argument')) throw error
      return { video, problem: error.description }
    }
  },

  async pdf(content, { programs, signal }) {
    if (programs.pdf === undefined) return {}
    return { image: await pdfPage(programs.pdf, content, signal) }
  },

  async document(content) {
    return { image: await documentThumbnail(readParts(content), content.sizeBytes) }
  },
}

export function readSource(
  kind: PictureKind,
  content: PictureContent,
  options: ReadOptions,
): Promise<PictureSource> {
  return readers[kind](content, options)
}

/** Undefined where the header says nothing: of a format that is not known, or broken. */
async function readVideo(content: PictureContent): Promise<PictureSource['video']> {
  const { takenAt, width, height, durationMs } = await readVideoFacts(
    readParts(content),
    content.sizeBytes,
  )
  if (width === undefined || height === undefined) return undefined
  const facts = { width, height, ...(durationMs !== undefined && { duration_ms: durationMs }) }
  return { takenAt, facts }
}
