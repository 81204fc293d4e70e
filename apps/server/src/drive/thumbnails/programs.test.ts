import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '../../blobs/testing.ts'
import { findPicturePrograms, makableKinds, missingPrograms } from './programs.ts'

async function folderWith(...names: string[]): Promise<string> {
  const folder = await createTestFolder()
  for (const name of names) {
    await writeFile(join(folder, name), '#!/bin/sh\n')
    await chmod(join(folder, name), 0o700)
  }
  return folder
}

test('without any program, pictures are made of what the server reads itself', () => {
  const programs = findPicturePrograms('/nowhere:')
  expect(programs).toEqual({ video: undefined, heic: undefined, pdf: undefined })
  expect(makableKinds(programs)).toEqual(['image', 'raw', 'document'])
  expect(missingPrograms(programs)).toEqual({
    video: 'ffmpeg',
    heic: 'heif-dec or heif-convert',
    pdf: 'pdftoppm',
  })
})

test('the newer program of libheif is preferred wherever it is on the path', async () => {
  const older = await folderWith('heif-convert', 'pdftoppm')
  const newer = await folderWith('heif-dec')
  const programs = findPicturePrograms([older, newer].join(delimiter))
  expect(programs).toEqual({
    video: undefined,
    heic: join(newer, 'heif-dec'),
    pdf: join(older, 'pdftoppm'),
  })
  expect(findPicturePrograms(older).heic).toBe(join(older, 'heif-convert'))
  expect(makableKinds(programs)).toEqual(['image', 'heic', 'raw', 'pdf', 'document'])
  expect(missingPrograms(programs)).toEqual({ video: 'ffmpeg' })
})
