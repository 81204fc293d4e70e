import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastBoard, type ToastBoard } from './toast-board.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const trouble = { title: 'That did not work', text: 'The server cannot be reached.' }
const textsOf = (board: ToastBoard) => board.shown().map(({ text }) => text)

test('a note leaves by itself, and one with something to quote stays longer', () => {
  const board = createToastBoard()
  board.show(trouble)
  board.show({ ...trouble, text: 'Quote it.', reference: { text: 'Request r1', copy: 'r1' } })
  vi.advanceTimersByTime(7999)
  expect(textsOf(board)).toEqual([trouble.text, 'Quote it.'])
  vi.advanceTimersByTime(1)
  expect(textsOf(board)).toEqual(['Quote it.'])
  vi.advanceTimersByTime(12_000)
  expect(textsOf(board)).toEqual([])
})

test('the time stands still while any reason holds it, and begins anew afterwards', () => {
  const board = createToastBoard()
  board.show(trouble)
  vi.advanceTimersByTime(7000)
  board.hold('pointer')
  board.hold('focus')
  vi.advanceTimersByTime(60_000)
  board.release('pointer')
  vi.advanceTimersByTime(60_000)
  expect(textsOf(board)).toEqual([trouble.text])
  board.release('focus')
  vi.advanceTimersByTime(7999)
  expect(textsOf(board)).toEqual([trouble.text])
  vi.advanceTimersByTime(1)
  expect(textsOf(board)).toEqual([])
})

test('a note that comes while somebody is away waits for them', () => {
  const board = createToastBoard()
  board.hold('away')
  board.show(trouble)
  vi.advanceTimersByTime(60_000)
  expect(textsOf(board)).toEqual([trouble.text])
  board.release('away')
  vi.advanceTimersByTime(8000)
  expect(textsOf(board)).toEqual([])
})

test('a note that is sent away under the pointer does not hold the next one', () => {
  const board = createToastBoard()
  board.show(trouble)
  board.hold('pointer')
  board.hold('focus')
  board.dismiss(board.shown()[0]?.id ?? 0)
  expect(textsOf(board)).toEqual([])
  board.show({ ...trouble, text: 'The next one.' })
  vi.advanceTimersByTime(8000)
  expect(textsOf(board)).toEqual([])
})

test('the same trouble twice is one note with its whole time, and only three are shown', () => {
  const board = createToastBoard()
  const listener = vi.fn()
  const leave = board.subscribe(listener)
  board.show(trouble)
  vi.advanceTimersByTime(5000)
  board.show(trouble)
  expect(textsOf(board)).toEqual([trouble.text])
  vi.advanceTimersByTime(5000)
  expect(textsOf(board)).toEqual([trouble.text])
  for (const text of ['two', 'three', 'four']) board.show({ ...trouble, text })
  expect(textsOf(board)).toEqual(['two', 'three', 'four'])
  expect(listener).toHaveBeenCalledTimes(5)
  leave()
  board.show(trouble)
  expect(listener).toHaveBeenCalledTimes(5)
})
