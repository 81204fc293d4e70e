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

test('undo waits for an action that has begun and takes it back, not the one before', async () => {
  const { stack, undone, did } = begin()
  did('rename')
  const answer = Promise.withResolvers<void>()
  const trashing = stack.during(async (own) => {
    await answer.promise
    own.push({ undo: async () => void undone.push('trash') })
  })
  const undoing = stack.undo()
  answer.resolve()
  await trashing
  expect(await undoing).toBe(true)
  expect(undone).toEqual(['trash'])
})

test('undo does not wait for the end of an action that can be taken back while it runs', async () => {
  const { stack, undone } = begin()
  const copied = Promise.withResolvers<void>()
  const copying = stack.during(async (own) => {
    own.push({ undo: async () => void undone.push('copy') })
    await copied.promise
  })
  expect(await stack.undo()).toBe(true)
  expect(undone).toEqual(['copy'])
  copied.resolve()
  await copying
})

test('an action that fails does not block undo', async () => {
  const { stack, undone, did } = begin()
  did('rename')
  const failing = stack.during(() => Promise.reject(new Error('refused')))
  const undoing = stack.undo()
  await expect(failing).rejects.toThrow('refused')
  expect(await undoing).toBe(true)
  expect(undone).toEqual(['rename'])
})

test('only the last fifty actions can be undone', async () => {
  const { stack, undone, did } = begin()
  for (let step = 0; step < 60; step += 1) did(String(step))
  while (await stack.undo());
  expect(undone).toHaveLength(50)
  expect(undone.at(-1)).toBe('10')
})

test('redo does again what was undone last, and that can be undone again', async () => {
  const stack = createUndoStack()
  const told: string[] = []
  const act = (name: string) => {
    told.push(name)
    stack.push({
      undo: async () => void told.push(`not ${name}`),
      redo: async () => act(name),
    })
  }
  act('move')
  act('rename')
  expect(await stack.redo()).toBe(false)
  await stack.undo()
  await stack.undo()
  expect(await stack.redo()).toBe(true)
  expect(await stack.redo()).toBe(true)
  expect(await stack.redo()).toBe(false)
  await stack.undo()
  expect(told).toEqual([
    ...['move', 'rename', 'not rename', 'not move'],
    ...['move', 'rename', 'not rename'],
  ])
})

test('nothing is redone after something else was done, or over a step that cannot be redone', async () => {
  const { stack, did } = begin()
  const redone: string[] = []
  const step = { undo: async () => undefined, redo: async () => void redone.push('move') }
  stack.push(step)
  await stack.undo()
  did('rename')
  expect(await stack.redo()).toBe(false)
  stack.push(step)
  await stack.undo()
  // The rename cannot be done again, so the move before it is not done again without it.
  await stack.undo()
  expect(await stack.redo()).toBe(false)
  expect(redone).toEqual([])
})

function begin() {
  const stack = createUndoStack()
  const undone: string[] = []
  const step = (name: string): Undoable => ({ undo: async () => void undone.push(name) })
  return { stack, undone, did: (name: string) => stack.push(step(name)) }
}
