import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/keys.ts'
import { createToastBoard } from '../../ui/toast-board.ts'
import { takeBack, tellAct } from './tell-outcome.ts'
import { createUndoStack } from './undo-stack.ts'

function openTeller() {
  const board = createToastBoard()
  const undoStack = createUndoStack()
  const t = ((key: string) => key) as Translate
  const parts = { t, showToast: board.show, messageOf: String, undoStack }
  const shown = () => board.shown().map(({ title, action }) => [title, action?.label])
  return { parts, shown, pressUndo: () => takeBack(parts, undoStack.undo) }
}

test('the note that offers to undo leaves when the key undoes it', async () => {
  const { parts, shown, pressUndo } = openTeller()
  const undoing = Promise.withResolvers<void>()
  tellAct(parts, 'trash', 1).end({
    done: { title: 'first', undoable: { undo: async () => undefined } },
  })
  tellAct(parts, 'trash', 1).end({
    done: { title: 'second', undoable: { undo: () => undoing.promise } },
  })
  const pressed = pressUndo()
  await expect.poll(shown).toEqual([['first', 'act.undo']])
  undoing.resolve()
  await pressed
  expect(shown()).toEqual([
    ['first', 'act.undo'],
    ['act.undone', undefined],
  ])
})

test('what was undone while it was still running does not offer to undo again', async () => {
  const { parts, shown, pressUndo } = openTeller()
  const tell = tellAct(parts, 'move', 9)
  const undoable = { undo: async () => undefined }
  tell.begun(undoable)
  await pressUndo()
  tell.end({ done: { title: 'moved', undoable } })
  expect(shown()).toEqual([
    ['act.undone', undefined],
    ['moved', undefined],
  ])
})
