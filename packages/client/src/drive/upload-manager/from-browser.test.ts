import { expect, test } from 'vitest'
import { type DroppedEntry, fromDataTransfer } from './from-data-transfer.ts'
import { type DirectoryHandle, type FileHandle, fromHandles } from './from-directory-handle.ts'
import { fromFileList } from './from-file-list.ts'
import { isUnreadable, type UploadEntries, type UploadEntry } from './upload-entry.ts'

test('a dropped folder is read completely, and unreadable items are listed as such', async () => {
  const top = folder('trip', [
    [file('a.txt'), broken('locked.txt'), file('')],
    [folder('closed', 'fails'), folder('empty', []), folder('inner', [[file('b?.txt')]])],
  ])
  const found = await collect(fromDataTransfer(drop(top, file('list.txt'), undefined)))
  expect(found.map(toFact)).toEqual([
    'trip/a.txt',
    'trip/locked.txt: unreadable',
    'trip/\u{fffd}: unreadable',
    'trip/closed: unreadable folder',
    'trip/empty: folder',
    'trip/inner/b?.txt',
    'list.txt',
    '\u{fffd}: unreadable',
  ])
})

test('a retry finds unreadable items again, and a folder returns only its new files', async () => {
  const locked = broken('locked.txt')
  const top = folder('trip', [[file('a.txt'), locked.entry], 'fails'])
  const found = await collect(fromDataTransfer(drop(top)))
  expect(found.map(toFact)).toEqual([
    'trip/a.txt',
    'trip/locked.txt: unreadable',
    'trip: unreadable folder',
  ])
  expect(await lookAgain(found[1])).toEqual(['trip/locked.txt: unreadable'])
  locked.repair()
  top.portions = [[file('a.txt'), locked.entry], [file('late.txt')]]
  expect(await lookAgain(found[1])).toEqual(['trip/locked.txt'])
  expect(await lookAgain(found[2])).toEqual(['trip/late.txt'])
  expect(await lookAgain(found[0]), 'also what was read once, and not later').toEqual([
    'trip/a.txt',
  ])
  top.portions = []
  expect(await lookAgain(found[0])).toEqual(['trip/a.txt: unreadable'])
})

test('folders given as file handles are read completely and can be retried', async () => {
  const locked: FileHandle = {
    kind: 'file',
    name: 'locked.txt',
    getFile: () => Promise.reject(new Error('not allowed')),
  }
  const plain = (name: string): FileHandle => ({
    kind: 'file',
    name,
    getFile: async () => new File([name], name),
  })
  let isBroken = true
  const top: DirectoryHandle = {
    kind: 'directory',
    name: 'trip',
    async *values() {
      yield* [plain('a.txt'), locked]
      if (isBroken) throw new Error('not allowed')
      yield plain('b.txt')
    },
  }
  const found = await collect(fromHandles([top, plain('list.txt')]))
  expect(found.map(toFact)).toEqual([
    'trip/a.txt',
    'trip/locked.txt: unreadable',
    'trip: unreadable folder',
    'list.txt',
  ])
  locked.getFile = async () => new File([], 'locked.txt')
  isBroken = false
  expect(await lookAgain(found[1])).toEqual(['trip/locked.txt'])
  expect(await lookAgain(found[2])).toEqual(['trip/b.txt'])
})

test('a backslash in the name of a chosen file does not create a folder', async () => {
  const chosen = (name: string, webkitRelativePath = '') =>
    Object.assign(new File([], name), { webkitRelativePath })
  const files = [
    chosen('back\\slash.txt', 'trip/back/slash.txt'),
    chosen('plain.txt', 'trip/plain.txt'),
    chosen('back\\slash.txt'),
  ]
  expect([...fromFileList(files)].map(({ path }) => path)).toEqual([
    'trip/back\\slash.txt',
    'trip/plain.txt',
    'back\\slash.txt',
  ])
})

function drop(...entries: (DroppedEntry | { entry: DroppedEntry } | undefined)[]) {
  return {
    items: entries.map((given) => {
      const entry = given && ('entry' in given ? given.entry : given)
      return {
        kind: 'file',
        getAsFile: () => (entry ? new File([], entry.name) : null),
        webkitGetAsEntry: () => entry ?? null,
      }
    }),
  }
}

function file(name: string): DroppedEntry {
  return {
    isDirectory: false,
    name,
    file: (found, failed) =>
      name === '' ? failed(new TypeError('no such file')) : found(new File([name], name) as never),
  }
}

function broken(name: string): DroppedEntry & { entry: DroppedEntry; repair: () => void } {
  let isBroken = true
  const entry: DroppedEntry = {
    isDirectory: false,
    name,
    file: (found, failed) =>
      isBroken ? failed(new Error('not allowed')) : found(new File([name], name) as never),
  }
  return {
    ...entry,
    entry,
    repair: () => {
      isBroken = false
    },
  }
}

/** As a browser lists it: portion by portion. */
function folder(name: string, given: 'fails' | (DroppedEntry[] | 'fails')[]) {
  const made = {
    isDirectory: true,
    name,
    portions: given === 'fails' ? [given] : given,
    createReader() {
      const rest: (DroppedEntry[] | 'fails')[] = [...made.portions, []]
      return {
        readEntries(found: (entries: never[]) => void, failed: (error: unknown) => void) {
          const next = rest.shift()
          if (next === 'fails') failed(new Error('not allowed'))
          else found((next ?? []) as never[])
        },
      }
    },
  }
  return made as DroppedEntry & { portions: (DroppedEntry[] | 'fails')[] }
}

async function collect(entries: UploadEntries): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

async function lookAgain(entry: UploadEntry | undefined): Promise<string[]> {
  const retry = entry && 'retry' in entry ? entry.retry : undefined
  return (await collect(retry?.(entry?.path ?? '') ?? [])).map(toFact)
}

function toFact(entry: UploadEntry): string {
  if (!('kind' in entry)) return entry.path
  if (entry.kind === 'folder') return `${entry.path}: folder`
  expect(isUnreadable(entry.error)).toBe(true)
  return `${entry.path}: unreadable${entry.isFolder ? ' folder' : ''}`
}
