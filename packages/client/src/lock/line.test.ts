import { expect, test } from 'vitest'
import { createLine } from './line.ts'

test('waiters are called in the order of joining, without those that left', () => {
  const line = createLine()
  const called: string[] = []
  const leave = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [name, line.join(() => called.push(name))]),
  )
  leave.b?.()
  expect([line.callNext(), line.callNext(), line.callNext(), line.callNext()]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(called).toEqual(['a', 'c', 'd'])
})

test('leaving twice, or after being called, removes no other waiter', () => {
  const line = createLine()
  const called: string[] = []
  const leaveFirst = line.join(() => called.push('first'))
  const leaveSecond = line.join(() => called.push('second'))
  line.join(() => called.push('third'))
  line.callNext()
  leaveSecond()
  leaveSecond()
  leaveFirst()
  line.join(() => called.push('fourth'))
  while (line.callNext());
  expect(called).toEqual(['first', 'third', 'fourth'])
})

test('a waiter that joins again while being called goes to the end of the line', () => {
  const line = createLine()
  const called: string[] = []
  line.join(() => {
    called.push('again')
    line.join(() => called.push('again'))
  })
  line.join(() => called.push('other'))
  while (line.callNext());
  expect(called).toEqual(['again', 'other', 'again'])
})

test('a waiter that calls the next while being called does not call itself', () => {
  const line = createLine()
  const called: string[] = []
  line.join(() => {
    called.push('first')
    line.callNext()
  })
  line.join(() => called.push('second'))
  line.callNext()
  expect(called).toEqual(['first', 'second'])
})
