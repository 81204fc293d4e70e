import { expect, test } from 'vitest'
import { createLine } from './line.ts'

test('those in line are called in the order of joining, without those who left', () => {
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

test('leaving twice, or after being called, takes nobody else out of the line', () => {
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

test('who joins while being called stands behind the others', () => {
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

test('who calls the next while being called does not call itself', () => {
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
