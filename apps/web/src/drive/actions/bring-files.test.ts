import type { Task } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { createToastBoard } from '../../ui/toast-board.ts'
import type { ActionParts } from './action-parts.ts'
import { bringFiles } from './bring-files.ts'
import { createUndoStack } from './undo-stack.ts'

function ended(kind: string, more: Partial<Task> = {}): Task {
  const time = '2026-01-01T00:00:00.000Z'
  const counts = { progress: 100, done: 1, total: 1, failed: 0, failures: [] }
  const times = { created_time: time, updated_time: time, ended_time: time }
  return { task_id: kind, kind, phase: 'complete', ...counts, ...times, ...more }
}

test('undoing a move into another drive says how many items stay there, because they were changed since', async () => {
  const board = createToastBoard()
  const undoStack = createUndoStack()
  const there = {
    files: {
      checkMove: async () => ({ losses: [], more_count: 0, link_count: 0, has_others: false }),
      moveFrom: async () => ended('move_across'),
    },
    tasks: { undo: async () => ended('undo_across', { kept: 3 }) },
  }
  const parts = {
    t: (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`,
    showToast: board.show,
    messageOf: String,
    undoStack,
    lists: { refresh() {}, refreshAll() {} },
    questions: {},
    elsewhere: () => ({ drive: there, followTask: async (task: Task) => task }),
  } as unknown as ActionParts
  const target = { driveId: 'team', id: 'folder', name: 'Plans' }
  await bringFiles(parts, 'move', { driveId: undefined, chosen: [{ id: 'a' }] }, target)
  await undoStack.undo()
  expect(board.shown().map(({ title }) => title)).toContain(
    'act.undo.keptIn {"count":3,"name":"Plans"}',
  )
})
