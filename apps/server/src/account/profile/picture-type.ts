import type { PictureType } from '@awan/protocol/account'

/** What the bytes themselves say; the name and the type that a caller tells are not asked. */
export function readPictureType(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : undefined
}

function startsWith(bytes: Buffer, offset: number, sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[offset + index] === byte)
}
