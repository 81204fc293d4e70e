import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { canDropInto, canMove, createDragSession } from './drag-session.ts'

const file = (id: string, parent_id: string, kind: File['kind'] = 'file'): File => ({
  id,
  kind,
  parent_id,
  name: id,
  size: 0,
  created_time: '2026-01-01T00:00:00Z',
  modified_time: '2026-01-01T00:00:00Z',
  starred: false,
  tags: [],
  etag: id,
  capabilities: ['view', 'add', 'edit', 'share', 'own'],
})

test('a folder cannot be dropped into itself, nor a file into the folder it is in', () => {
  const trips = file('trips', 'top', 'folder')
  const note = file('note', 'top')
  expect(canDropInto([note], { id: 'trips' }, { isCopy: false })).toBe(true)
  expect(canDropInto([note, trips], { id: 'trips' }, { isCopy: false })).toBe(false)
  expect(canDropInto([note], { id: 'top' }, { isCopy: false })).toBe(false)
  expect(canDropInto([note, file('deep', 'trips')], { id: 'top' }, { isCopy: false })).toBe(true)
})

test('a copy can be dropped into the folder of its original', () => {
  expect(canDropInto([file('note', 'top')], { id: 'top' }, { isCopy: true })).toBe(true)
})

test('dropping needs the right to add to the folder, and moving the right to edit the files', () => {
  const note = file('note', 'top')
  const theirs: File = { ...note, id: 'theirs', capabilities: ['view'] }
  const into = (files: File[], capabilities: File['capabilities'], isCopy: boolean) =>
    canDropInto(files, { id: 'trips', capabilities }, { isCopy })
  expect(into([note], ['view'], false)).toBe(false)
  expect(into([note], ['view'], true)).toBe(false)
  expect(into([note], ['view', 'add'], false)).toBe(true)
  expect(into([note, theirs], ['view', 'add'], false)).toBe(false)
  expect(into([note, theirs], ['view', 'add'], true)).toBe(true)
  expect(canMove([note])).toBe(true)
  expect(canMove([note, theirs])).toBe(false)
})

test('in another drive the same ids are other folders, and the rights are the same', () => {
  const note = file('note', 'top')
  const theirs: File = { ...note, id: 'theirs', capabilities: ['view'] }
  const into = (files: File[], isCopy = false, capabilities: File['capabilities'] = ['add']) =>
    canDropInto(files, { id: 'top', capabilities }, { isCopy, isElsewhere: true })
  expect(into([note])).toBe(true)
  expect(into([note], false, ['view'])).toBe(false)
  expect(into([theirs])).toBe(false)
  expect(into([theirs], true)).toBe(true)
  expect(into([])).toBe(false)
})

test('a drag session has no files when the drag comes from outside', () => {
  const session = createDragSession()
  expect(canDropInto(session.files(), { id: 'top' }, { isCopy: false })).toBe(false)
  session.begin([file('note', 'top')], undefined)
  expect(session.files()).toHaveLength(1)
  session.end()
  expect(session.files()).toEqual([])
})
