import { Readable } from 'node:stream'
import type { PictureContent } from './picture-content.ts'

export function contentOf(bytes: Buffer): PictureContent {
  return {
    sizeBytes: bytes.length,
    read: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  }
}
