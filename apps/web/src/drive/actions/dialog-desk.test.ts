import { expect, test, vi } from 'vitest'
import { createDialogDesk } from './dialog-desk.ts'

const question = { name: 'a.txt', otherCount: 0 }

test('dialogs are shown one at a time, and each gets its own answer', async () => {
  const desk = createDialogDesk()
  const listener = vi.fn()
  desk.subscribe(listener)
  const first = desk.askTaken(question)
  const second = desk.confirm({ title: 'Sure?', text: '', confirm: 'Yes' })
  const shown = desk.current()
  if (shown?.kind !== 'taken') throw new Error('the first question is not shown')
  shown.answer({ choice: 'replace', isForAll: false })
  desk.close()
  expect(await first).toEqual({ choice: 'replace', isForAll: false })
  expect(desk.current()?.kind).toBe('confirm')
  desk.close()
  expect(await second).toBe(false)
  expect(desk.current()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(4)
})

test('closing a dialog about taken names skips them all', async () => {
  const desk = createDialogDesk()
  const answer = desk.askTaken(question)
  desk.close()
  expect(await answer).toEqual({ choice: 'skip', isForAll: true })
})
