import type { PictureFacts } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { MadePictures, PictureProcess } from './picture-process.ts'
import type { PictureSource } from './read-source.ts'

/** The pictures of a content, unless it has them, and what its camera wrote. */
export async function decodeSource(
  process: Pick<PictureProcess, 'decode'>,
  { image, isUpright = false, camera, size, video }: PictureSource,
  { makes }: { makes: boolean },
): Promise<MadePictures> {
  if (image !== undefined && camera === image) {
    const made = await process.decode(image, { makes, readsCamera: true, isUpright })
    return { ...made, facts: made.facts && withSize(made.facts, size) }
  }
  const made =
    image !== undefined && makes
      ? await process.decode(image, { makes, readsCamera: false, isUpright })
      : NOTHING
  if (camera === undefined) return { ...made, ...video }
  try {
    const { takenAt, facts } = await process.decode(camera, { makes: false, readsCamera: true })
    return { ...made, takenAt, facts }
  } catch (error) {
    if (image === undefined || !isServiceError(error, 'invalid_argument')) throw error
    // A photo that can be seen is one, whatever is beside it; its size is known, so that nobody asks again.
    const { facts } = await process.decode(image, { makes: false, readsCamera: true, isUpright })
    return { ...made, facts }
  }
}

const NOTHING: MadePictures = { pictures: [], takenAt: undefined, facts: undefined }

/** The size as it lies is turned as the picture was. */
function withSize(facts: PictureFacts, size: PictureSource['size']): PictureFacts {
  if (size === undefined || size.width * size.height < facts.width * facts.height) return facts
  const isTurned = size.width > size.height !== facts.width > facts.height
  return isTurned
    ? { ...facts, width: size.height, height: size.width }
    : { ...facts, width: size.width, height: size.height }
}
