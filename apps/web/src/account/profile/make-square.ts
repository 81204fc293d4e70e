import { MAX_PICTURE_BYTES } from '@awan/protocol'

const SIZE_PX = 256

/**
 * The middle of an image as a small square, in Base64. Drawn anew, so that nothing else of the file
 * (where it was taken, by whom) leaves the device. Undefined for what the browser cannot read.
 */
export async function makeSquare(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const side = Math.min(image.width, image.height)
  const canvas = new OffscreenCanvas(SIZE_PX, SIZE_PX)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // A picture with holes is seen on white, in a dark room too.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIZE_PX, SIZE_PX)
  pen.imageSmoothingQuality = 'high'
  const left = (image.width - side) / 2
  const top = (image.height - side) / 2
  pen.drawImage(image, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX)
  image.close()
  for (const quality of [0.9, 0.75, 0.5, 0.3]) {
    const square = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (square.size <= MAX_PICTURE_BYTES)
      return toBase64(new Uint8Array(await square.arrayBuffer()))
  }
  return undefined
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
