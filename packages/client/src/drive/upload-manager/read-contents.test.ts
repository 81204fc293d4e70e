import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import { expect, onTestFinished, test } from 'vitest'
import { readContents } from './read-contents.ts'

const text = (content: unknown) =>
  content instanceof Uint8Array ? new TextDecoder().decode(content) : content

test('files read together each return their own bytes, including an empty file', async () => {
  const words = ['one', '', 'three', 'four']
  const entries = words.map((word) => ({ path: word, source: () => new Blob([word]) }))
  expect((await readContents(entries)).map(text)).toEqual(words)
})

test('a deleted file is an error, not an empty file', async () => {
  // As in Chromium, where a part of it reads as nothing.
  const gone = Object.assign(new Blob([]), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  })
  const entries = [gone, new Blob([]), new Blob(['here'])].map((source) => ({ path: 'a', source }))
  expect((await readContents(entries)).map(text)).toEqual([expect.any(ServiceError), '', 'here'])
})

test('an unreadable file gives an error, and the others are still read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'awan-read-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'gone.txt')
  await writeFile(file, 'gone')
  const gone = await openAsBlob(file)
  await rm(file)
  const contents = await readContents([
    { path: 'one.txt', source: new Blob(['one']) },
    { path: 'gone.txt', source: gone },
    {
      path: 'closed.txt',
      source: () => Promise.reject(new Error('not allowed')),
    },
    { path: 'two.txt', source: new Blob(['two']) },
  ])
  expect(contents.map(text)).toEqual([
    'one',
    expect.any(ServiceError),
    expect.any(ServiceError),
    'two',
  ])
  expect(contents[1]).toMatchObject({ error: 'failed_precondition' })
})
