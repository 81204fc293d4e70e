import { expect, test } from 'vitest'
import { canShowOriginal } from './can-show-original.ts'

const APPLE = 'Apple Computer, Inc.'
const GOOGLE = 'Google Inc.'

test('HEIC and TIFF are drawn by the browsers of Apple alone', () => {
  for (const mime_type of ['image/heic', 'image/heif', 'image/tiff']) {
    expect(canShowOriginal({ mime_type }, APPLE)).toBe(true)
    expect(canShowOriginal({ mime_type }, GOOGLE)).toBe(false)
  }
})

test('a raw photo is drawn by none, and everything else is tried', () => {
  for (const mime_type of ['image/x-canon-cr2', 'image/x-adobe-dng', 'image/nef']) {
    expect(canShowOriginal({ mime_type }, APPLE)).toBe(false)
  }
  for (const mime_type of ['image/jpeg', 'image/x-icon', undefined]) {
    expect(canShowOriginal({ mime_type }, GOOGLE)).toBe(true)
  }
})
