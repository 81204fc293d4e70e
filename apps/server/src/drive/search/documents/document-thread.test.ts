import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { expectError } from '../../../blobs/testing.ts'
import { DocumentThread } from './document-thread.ts'
import { docx } from './testing.ts'

const toDocument = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  read: async (start: number, length: number) => bytes.subarray(start, start + length),
})

test('documents are read beside the event loop, each in its turn', async () => {
  const thread = new DocumentThread()
  const texts = ['one', 'two', 'three'].map((text) => thread.textOf(toDocument(docx(text))))
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three'])
})

test('a document whose bytes never come, or fail, costs that document only', async () => {
  const thread = new DocumentThread({ timeoutMs: 200 })
  const never = { sizeBytes: 1000, read: () => new Promise<never>(() => {}) }
  expect(await thread.textOf(never)).toBeUndefined()
  const gone = { sizeBytes: 1000, read: () => Promise.reject(new ServiceError('not_found')) }
  const patient = new DocumentThread()
  await expectError(patient.textOf(gone), 'not_found')
  expect(await patient.textOf(toDocument(docx('after')))).toBe('after')
})

test('a document that needs more memory than its thread has ends the thread, and has no text', async () => {
  const thread = new DocumentThread({
    memory: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    limits: { textLength: 1_000_000_000, unpackedBytes: 1_000_000_000 },
  })
  const bytes = docx('to be kept </w:t><w:t>'.repeat(2_000_000))
  expect(await thread.textOf(toDocument(bytes))).toBeUndefined()
  expect(await thread.textOf(toDocument(docx('next')))).toBe('next')
})
