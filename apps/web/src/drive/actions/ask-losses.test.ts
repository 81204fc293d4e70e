import type { CheckedMove } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createToastBoard } from '../../ui/toast-board.ts'
import type { ActionParts, LossQuestion } from './action-parts.ts'
import { checkIds, mayMove } from './ask-losses.ts'
import { createUndoStack } from './undo-stack.ts'

const nobody: CheckedMove = { losses: [], more_count: 0, link_count: 0, has_others: false }

function lossOf(sub: string, keeps_some = false): CheckedMove['losses'][number] {
  return { grantee: { kind: 'person', sub, name: sub }, keeps_some }
}

function setUp(answer: boolean) {
  const asked: LossQuestion[] = []
  const board = createToastBoard()
  const parts = {
    t: (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`,
    showToast: board.show,
    messageOf: String,
    undoStack: createUndoStack(),
    questions: {
      askLosses: async (question: LossQuestion) => {
        asked.push(question)
        return answer
      },
    },
  } as unknown as ActionParts
  const move = (check: () => Promise<CheckedMove>) =>
    mayMove(parts, { count: 2, folder: async () => 'Plans', check })
  return { asked, board, move }
}

test('a move by which nobody loses access goes on without a question', async () => {
  const { asked, move } = setUp(false)
  expect(await move(async () => nobody)).toBe(true)
  expect(asked).toEqual([])
})

test('a move by which somebody loses access goes on only after a yes', async () => {
  for (const losses of [
    { ...nobody, losses: [lossOf('ben')] },
    { ...nobody, link_count: 1 },
    { ...nobody, has_others: true },
  ]) {
    const unsure = setUp(false)
    expect(await unsure.move(async () => losses)).toBe(false)
    expect(unsure.asked).toEqual([{ count: 2, losses, folder: 'Plans' }])
    expect(await setUp(true).move(async () => losses)).toBe(true)
  }
})

test('a move that could not be looked at is not made, and the reason is told', async () => {
  const { board, asked, move } = setUp(true)
  expect(await move(() => Promise.reject(new ServiceError('not_found')))).toBe(false)
  expect(asked).toEqual([])
  expect(board.shown()).toMatchObject([
    { title: 'act.failed.move {"count":2}', text: 'act.reason.gone {}' },
  ])
})

test('more ids than fit into one call are looked at in several, and told as one', async () => {
  const sizes: number[] = []
  const answers = [
    { losses: [lossOf('ben', true), lossOf('eva', true)], link_count: 1 },
    { losses: [lossOf('ben')], link_count: 2, more_count: 3 },
    { has_others: true },
  ]
  const ids = Array.from({ length: 20_001 }, (_, at) => String(at))
  const told = await checkIds(ids, async (some) => {
    sizes.push(some.length)
    return { ...nobody, ...answers[sizes.length - 1] }
  })
  expect(sizes).toEqual([10_000, 10_000, 1])
  expect(told).toEqual({
    losses: [lossOf('ben'), lossOf('eva', true)],
    more_count: 3,
    link_count: 2,
    has_others: true,
  })
})
