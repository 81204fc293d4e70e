import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder, expectError } from '../../blobs/testing.ts'
import { heicPicture } from './heic-picture.ts'
import { readPictureFacts } from './picture-facts.ts'
import { findPicturePrograms } from './programs.ts'
import { readTakenTime } from './taken-time.ts'
import { contentOf } from './testing-content.ts'
import { heicPhoto } from './testing-heic.ts'

const { heic: heifDec = '' } = findPicturePrograms()

// Left out where the program cannot be had, which the run says at its beginning.
describe.skipIf(process.env.AWAN_TEST_HEIC === undefined)('with the program of libheif', () => {
  test('a photo becomes an image, and no temporary files are left', async () => {
    const photo = await heicPhoto(640, 360)
    const folder = await createTestFolder()
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const picture = await heicPicture(heifDec, contentOf(photo))
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['jpeg', 640, 360])
    const { dominant } = await sharp(picture).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(await readdir(folder)).toEqual([])
  })

  test('what the camera says is read without it', async () => {
    const photo = await heicPhoto(640, 360)
    expect(await readTakenTime(photo)).toBe(Date.parse('2026-11-15T18:24:57+07:00'))
    const facts = { width: 640, height: 360, camera: 'Apple iPhone 17' }
    expect(await readPictureFacts(photo)).toMatchObject(facts)
  })

  test('of several pictures in one file the first is taken', async () => {
    const picture = await heicPicture(heifDec, contentOf(await heicPhoto(640, 360, { count: 3 })))
    const { width, height } = await sharp(picture).metadata()
    expect([width, height]).toEqual([640, 360])
  })

  test('a photo that is cut, and what is none, is rejected', async () => {
    const whole = await heicPhoto(640, 360)
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no photo')]) {
      await expectError(heicPicture(heifDec, contentOf(bytes)), 'invalid_argument')
    }
  })
})
