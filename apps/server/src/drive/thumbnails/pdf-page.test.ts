import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder, expectError } from '../../blobs/testing.ts'
import { pdfPage } from './pdf-page.ts'
import { findPicturePrograms } from './programs.ts'
import { contentOf } from './testing-content.ts'
import { onePage } from './testing-documents.ts'

const { pdf: pdftoppm = '' } = findPicturePrograms()

// Left out where the program cannot be had, which the run says at its beginning.
describe.skipIf(process.env.AWAN_TEST_PDF === undefined)('with pdftoppm', () => {
  test('the first page is drawn on white, and no temporary files are left', async () => {
    const folder = await createTestFolder()
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const page = await pdfPage(pdftoppm, contentOf(onePage({ width: 600, height: 800 })))
    const { format, width, height } = await sharp(page).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 1600])
    const colourAt = async (left: number, top: number) => {
      const one = sharp(page).extract({ left, top, width: 1, height: 1 }).removeAlpha()
      return [...(await one.raw().toBuffer())]
    }
    expect(await colourAt(100, 1500)).toEqual([255, 0, 0])
    expect(await colourAt(1100, 100)).toEqual([255, 255, 255])
    expect(await readdir(folder)).toEqual([])
  })

  test('a page of a kilometre is drawn as large as any other', async () => {
    const huge = onePage({ width: 2_834_645, height: 1_417_322 })
    const { width, height } = await sharp(await pdfPage(pdftoppm, contentOf(huge))).metadata()
    expect([width, height]).toEqual([1600, 800])
  })

  test('one that is cut before its pages, or is none, is rejected', async () => {
    for (const bytes of [onePage().subarray(0, 60), Buffer.from('<!doctype html>')]) {
      await expectError(pdfPage(pdftoppm, contentOf(bytes)), 'invalid_argument')
    }
  })
})
