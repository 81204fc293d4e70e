import { documentThumbnail } from './documents/document-thumbnail.ts'
import { heicPicture } from './heic-picture.ts'
import { pdfPage } from './pdf-page.ts'
import { type PictureContent, readParts, readWhole } from './picture-content.ts'
import type { PictureKind } from './picture-kind.ts'
import type { PicturePrograms } from './programs.ts'
import { rawPreview } from './raw/raw-preview.ts'
import { videoFrame } from './video-frame.ts'

/** Of what a content's pictures are made, and in what its camera wrote. */
export interface PictureSource {
  /** One that the picture process decodes; absent where nothing here can read it. */
  image?: Buffer
  isUpright?: boolean
  /** The same where both are one; absent where there is nothing of a camera. */
  camera?: Buffer
  /** Of the photo itself, where the image is a smaller one. */
  size?: { width: number; height: number } | undefined
}

type ReadSource = (
  content: PictureContent,
  options: { programs: PicturePrograms; signal: AbortSignal },
) => Promise<PictureSource>

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

  async video(content, { programs, signal }) {
    if (programs.video === undefined) return {}
    return { image: await videoFrame(programs.video, content, signal) }
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
  options: { programs: PicturePrograms; signal: AbortSignal },
): Promise<PictureSource> {
  return readers[kind](content, options)
}
