import { expect, test } from 'vitest'
import {
  formatAperture,
  formatExposure,
  formatLength,
  formatPixels,
  formatPlace,
  formatTaken,
} from './picture-words.ts'

test('an exposure is written as cameras write it', () => {
  const of = (seconds: number) => formatExposure(seconds, 'en')
  expect([of(0.004), of(1 / 3), of(0.5), of(30)]).toEqual(['1/250 s', '1/3 s', '0.5 s', '30 s'])
  expect([formatAperture(2.8, 'en'), formatAperture(2.8, 'id')]).toEqual(['f/2.8', 'f/2,8'])
  expect(formatLength(35, 'millimeter', 'en')).toBe('35 mm')
})

test('the size of a picture is in pixels, and in megapixels from one on', () => {
  expect(formatPixels({ width: 4032, height: 3024 }, 'en')).toBe('4032 × 3024 (12 MP)')
  expect(formatPixels({ width: 640, height: 480 }, 'en')).toBe('640 × 480')
})

test('a place is written as maps read it', () => {
  expect(formatPlace({ latitude: -6.2, longitude: 106.816666 })).toBe('-6.20000, 106.81667')
})

test('the time of a photo is that of the clock of the camera', () => {
  const taken_local = '2026-11-15T18:24:57'
  expect(formatTaken({ taken_local }, 'en-GB')).toBe('15 Nov 2026, 18:24')
  expect(formatTaken({ taken_local, taken_offset: '+07:00' }, 'en-GB')).toBe(
    '15 Nov 2026, 18:24 (UTC+07:00)',
  )
})
