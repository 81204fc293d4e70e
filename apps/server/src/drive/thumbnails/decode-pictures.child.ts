import { once } from 'node:events'
import { isServiceError } from '@awan/protocol/errors'
import { readFrames, toFrame } from './frames.ts'
import { makePictures, noPicture, onlyPixels, type Picture } from './make-pictures.ts'
import { readPictureFacts } from './picture-facts.ts'
import type { PictureReply, PictureRequest } from './picture-process.ts'
import { readTakenTime } from './taken-time.ts'

// Decodes what strangers sent: a request and an image come in, a reply and its pictures go out. It ends
// with the process that started it, whose end closes the pipe.

const MAX_FRAME_BYTES = 128 * 1024 * 1024

onlyPixels()
const frames = readFrames(process.stdin, MAX_FRAME_BYTES)
for (;;) {
  const request = await frames.next()
  const image = await frames.next()
  if (request.done || image.done) break
  await answer(image.value, JSON.parse(request.value.toString()) as PictureRequest)
}

async function answer(image: Buffer, request: PictureRequest): Promise<void> {
  const { makes, readsCamera, isUpright } = request
  try {
    const pictures = makes ? await makePictures(image, { isUpright }) : []
    const { takenAt, facts } = readsCamera ? await readCamera(image) : {}
    await send({ sizes: pictures.map(({ size }) => size), takenAt, facts }, pictures)
  } catch (error) {
    // Whatever else goes wrong ends this process, and the next one is a new one.
    if (!isServiceError(error, 'invalid_argument')) throw error
    await send({ sizes: [], problem: error.description }, [])
  }
}

/** What cannot be read now cannot be read by the next process either. */
async function readCamera(image: Buffer): Promise<Pick<PictureReply, 'takenAt' | 'facts'>> {
  try {
    return { takenAt: await readTakenTime(image), facts: await readPictureFacts(image) }
  } catch (cause) {
    throw noPicture(cause)
  }
}

async function send(reply: PictureReply, pictures: readonly Picture[]): Promise<void> {
  const frames = [Buffer.from(JSON.stringify(reply)), ...pictures.map(({ bytes }) => bytes)]
  for (const part of frames.flatMap(toFrame)) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain')
  }
}
