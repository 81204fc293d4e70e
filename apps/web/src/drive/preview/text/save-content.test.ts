import type { DriveClient } from '@awan/client/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { saveContent } from './save-content.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A drive of one file, which others change in between. */
function createDrive({ text, before = [] }: { text: string; before?: ((file: Kept) => void)[] }) {
  const kept: Kept = { text, folder: 'Notes', etag: 1, puts: [] }
  const drive = {
    files: {
      get: async () => ({
        id: 'f',
        hash: kept.text,
        etag: String(kept.etag),
        name: 'a.txt',
        ancestors: [{ name: '' }, { name: kept.folder }],
      }),
      download: async () => new Response(kept.text, { headers: { etag: `"${kept.text}"` } }),
    },
    paths: {
      put: async (path: string, content: Blob, { etag }: { etag: string }) => {
        before.shift()?.(kept)
        if (etag !== String(kept.etag)) throw new ServiceError('failed_precondition')
        kept.puts.push(path)
        kept.text = await content.text()
        return { id: 'f', hash: kept.text }
      },
    },
  } as unknown as Pick<DriveClient, 'files' | 'paths'>
  return { drive, kept }
}
interface Kept {
  text: string
  folder: string
  etag: number
  puts: string[]
}

test('saving an unchanged file writes a new version at its path', async () => {
  const { drive, kept } = createDrive({ text: 'old' })
  const outcome = await saveContent(drive, { id: 'f', baseHash: 'old', bytes: bytesOf('new') })
  expect(outcome.kind).toBe('saved')
  expect(kept).toMatchObject({ text: 'new', puts: ['Notes/a.txt'] })
})

test('saving follows a file that was moved meanwhile', async () => {
  const move = (file: Kept) => Object.assign(file, { folder: 'Old notes', etag: 2 })
  const { drive, kept } = createDrive({ text: 'old', before: [move] })
  const outcome = await saveContent(drive, { id: 'f', baseHash: 'old', bytes: bytesOf('new') })
  expect(outcome.kind).toBe('saved')
  expect(kept.puts).toEqual(['Old notes/a.txt'])
})

test('saving does not overwrite somebody else’s version, also when it appears during the save', async () => {
  const early = createDrive({ text: 'theirs' })
  const write = (file: Kept) => Object.assign(file, { text: 'theirs', etag: 2 })
  const late = createDrive({ text: 'old', before: [write] })
  for (const { drive, kept } of [early, late]) {
    const outcome = await saveContent(drive, { id: 'f', baseHash: 'old', bytes: bytesOf('mine') })
    expect(outcome).toMatchObject({ kind: 'conflict', theirs: { hash: 'theirs' } })
    expect(kept).toMatchObject({ text: 'theirs', puts: [] })
  }
})

test('repeating a save whose answer was lost is not a conflict', async () => {
  const { drive, kept } = createDrive({ text: 'new' })
  const outcome = await saveContent(drive, { id: 'f', baseHash: 'old', bytes: bytesOf('new') })
  expect(outcome.kind).toBe('saved')
  expect(kept.puts).toEqual([])
})
