import { expect, test } from 'vitest'
import { videoLength } from './video-length.ts'

test('the length of a video is written as players write it', () => {
  expect([1, 400, 7_000, 65_400, 600_000, 3_723_000].map(videoLength)).toEqual([
    '0:01',
    '0:01',
    '0:07',
    '1:05',
    '10:00',
    '1:02:03',
  ])
})
