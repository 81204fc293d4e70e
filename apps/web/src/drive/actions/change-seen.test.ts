import type { FileChange } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { toFile } from '../listing/testing.ts'
import { ChangedElsewhere, changeSeen } from './change-seen.ts'

/** A drive with one file, which heeds etags as the server does. */
function openDrive() {
  let version = 1
  let file: File = { ...toFile('note.txt'), etag: '"1"', tags: ['old'] }
  const sent: { change: FileChange; etag: string | undefined }[] = []
  function set(change: Partial<File>): File {
    version += 1
    file = { ...file, ...change, etag: `"${version}"` }
    return file
  }
  const update = async (_id: string, change: FileChange, { etag }: { etag?: string } = {}) => {
    sent.push({ change, etag })
    await Promise.resolve()
    if (etag !== undefined && etag !== file.etag) throw new ServiceError('failed_precondition')
    const { description, ...rest } = change
    return set({
      ...(rest as Partial<File>),
      ...(description === undefined ? {} : { description: description ?? undefined }),
    } as Partial<File>)
  }
  const get = async () => ({ ...file, ancestors: [] })
  return { drive: { files: { update, get } } as never, now: () => file, set, sent }
}

test('a change sends the ETag that the person has seen', async () => {
  const { drive, now, sent } = openDrive()
  const changed = await changeSeen(drive, now(), { name: 'letter.txt' })
  expect(changed).toMatchObject({ name: 'letter.txt', etag: '"2"' })
  expect(sent).toEqual([{ change: { name: 'letter.txt' }, etag: '"1"' }])
})

test('a rename does not overwrite another rename, and the error carries the current file', async () => {
  const { drive, now, set } = openDrive()
  const seen = now()
  set({ name: 'theirs.txt' })
  const changing = changeSeen(drive, seen, { name: 'mine.txt' })
  await expect(changing).rejects.toBeInstanceOf(ChangedElsewhere)
  await expect(changing).rejects.toMatchObject({ current: { name: 'theirs.txt', etag: '"2"' } })
  expect(now().name).toBe('theirs.txt')
  expect(await changeSeen(drive, now(), { name: 'mine.txt' })).toMatchObject({ name: 'mine.txt' })
})

test('a description does not overwrite another one', async () => {
  const { drive, now, set } = openDrive()
  const seen = now()
  set({ description: 'theirs' })
  const changing = changeSeen(drive, seen, { description: 'mine' })
  await expect(changing).rejects.toMatchObject({ current: { description: 'theirs' } })
  expect(await changeSeen(drive, seen, { description: 'theirs' })).toBeDefined()
})

test('a change merges with concurrent changes of other fields without asking', async () => {
  const { drive, now, set } = openDrive()
  const seen = now()
  set({ starred: true, description: 'theirs' })
  expect(await changeSeen(drive, seen, { name: 'mine.txt' })).toMatchObject({
    name: 'mine.txt',
    starred: true,
    description: 'theirs',
  })
})

test('tags that others added or removed meanwhile are kept that way', async () => {
  const { drive, now, set } = openDrive()
  const seen = set({ tags: ['a', 'b', 'c'] })
  set({ tags: ['b', 'c', 'theirs'] })
  const changed = await changeSeen(drive, seen, { tags: ['a', 'b', 'mine'] })
  expect(changed.tags).toEqual(['b', 'theirs', 'mine'])
  expect(now().tags).toEqual(changed.tags)
})

test('quick changes of one person run in order and do not conflict', async () => {
  const { drive, now } = openDrive()
  const seen = now()
  const shown = { ...seen, name: 'b.txt' }
  await Promise.all([
    changeSeen(drive, seen, { name: 'b.txt' }),
    changeSeen(drive, shown, { name: 'c.txt' }),
    changeSeen(drive, { ...shown, name: 'c.txt' }, { description: 'words' }),
  ])
  expect(now()).toMatchObject({ name: 'c.txt', description: 'words' })
})

test('a failed change does not block the next one', async () => {
  const { drive, now, set } = openDrive()
  const seen = now()
  set({ name: 'theirs.txt' })
  const [first, second] = await Promise.allSettled([
    changeSeen(drive, seen, { name: 'mine.txt' }),
    changeSeen(drive, seen, { starred: true }),
  ])
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
  expect(now()).toMatchObject({ name: 'theirs.txt', starred: true })
})

test('a precondition that fails on an unchanged file is reported as it is', async () => {
  const { now } = openDrive()
  const refuse = async () => {
    throw new ServiceError('failed_precondition')
  }
  const drive = { files: { update: refuse, get: async () => ({ ...now(), ancestors: [] }) } }
  await expect(changeSeen(drive as never, now(), { name: 'x' })).rejects.toMatchObject({
    error: 'failed_precondition',
  })
})
