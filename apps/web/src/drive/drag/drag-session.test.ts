import type { File } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { canDropInto, createDragSession } from './drag-session.ts'

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

test('a folder does not go into itself, and nothing is moved to where it is', () => {
  const trips = file('trips', 'top', 'folder')
  const note = file('note', 'top')
  expect(canDropInto([note], 'trips', { isCopy: false })).toBe(true)
  expect(canDropInto([note, trips], 'trips', { isCopy: false })).toBe(false)
  expect(canDropInto([note], 'top', { isCopy: false })).toBe(false)
  expect(canDropInto([note, file('deep', 'trips')], 'top', { isCopy: false })).toBe(true)
})

test('a copy may be put beside what it is a copy of', () => {
  expect(canDropInto([file('note', 'top')], 'top', { isCopy: true })).toBe(true)
})

test('what is dragged from outside is not ours', () => {
  const session = createDragSession()
  expect(canDropInto(session.files(), 'top', { isCopy: false })).toBe(false)
  session.begin([file('note', 'top')])
  expect(session.files()).toHaveLength(1)
  session.end()
  expect(session.files()).toEqual([])
})
