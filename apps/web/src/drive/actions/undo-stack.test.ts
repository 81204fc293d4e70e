import { expect, test } from 'vitest'
import { createUndoStack, type Undoable } from './undo-stack.ts'

test('undo reverts the last action first, and none twice', async () => {
  const { stack, undone, did } = begin()
  did('move')
  did('rename')
  expect(await stack.undo()).toBe(true)
  expect(await stack.undo()).toBe(true)
  expect(await stack.undo()).toBe(false)
  expect(undone).toEqual(['rename', 'move'])
})

test('an action can be undone on its own, however much was done since', async () => {
  const { stack, undone, did } = begin()
  const undoMove = did('move')
  did('rename')
  expect(await undoMove()).toBe(true)
  expect(await undoMove()).toBe(false)
  expect(await stack.undo()).toBe(true)
  expect(undone).toEqual(['move', 'rename'])
})

test('two undos run one after the other', async () => {
  const stack = createUndoStack()
  const told: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  stack.push({ undo: async () => void told.push('first') })
  stack.push({
    async undo() {
      told.push('second begins')
      await promise
      told.push('second ends')
    },
  })
  const both = Promise.all([stack.undo(), stack.undo()])
  resolve()
  await both
  expect(told).toEqual(['second begins', 'second ends', 'first'])
})

test('a failed undo is reported and does not block the one before it', async () => {
  const { stack, undone, did } = begin()
  did('move')
  stack.push({ undo: () => Promise.reject(new Error('gone')) })
  await expect(stack.undo()).rejects.toThrow('gone')
  expect(await stack.undo()).toBe(true)
  expect(undone).toEqual(['move'])
})

test('only the last fifty actions can be undone', async () => {
  const { stack, undone, did } = begin()
  for (let step = 0; step < 60; step += 1) did(String(step))
  while (await stack.undo());
  expect(undone).toHaveLength(50)
  expect(undone.at(-1)).toBe('10')
})

function begin() {
  const stack = createUndoStack()
  const undone: string[] = []
  const step = (name: string): Undoable => ({ undo: async () => void undone.push(name) })
  return { stack, undone, did: (name: string) => stack.push(step(name)) }
}
