import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAutosave } from './use-autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(given: Partial<Parameters<typeof useAutosave>[0]> = {}) {
  const save = vi.fn(async () => true)
  const first = { isOn: true, isDirty: false, isSaving: false, canRetry: true, save, ...given }
  const { result, rerender, unmount } = renderHook(useAutosave, { initialProps: first })
  return {
    save,
    set: (more: Partial<typeof first>) => rerender(Object.assign(first, more)),
    write: () => act(() => result.current.written()),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    unmount,
  }
}

test('a note is saved once after a rest, and every ten seconds while somebody writes', () => {
  const note = open()
  note.set({ isDirty: true })
  note.write()
  note.pass(1_400)
  note.write()
  note.pass(1_400)
  expect(note.save).not.toHaveBeenCalled()
  note.pass(100)
  expect(note.save).toHaveBeenCalledTimes(1)
  note.set({ isSaving: true })
  note.set({ isSaving: false, isDirty: false })
  note.set({ isDirty: true })
  for (let at = 0; at < 10_000; at += 1_000) {
    note.write()
    note.pass(1_000)
  }
  expect(note.save).toHaveBeenCalledTimes(2)
})

test('what was written during a save is saved after it', () => {
  const note = open({ isDirty: true, isSaving: true })
  note.write()
  note.pass(5_000)
  expect(note.save).not.toHaveBeenCalled()
  note.set({ isSaving: false })
  note.pass(1_500)
  expect(note.save).toHaveBeenCalledTimes(1)
})

test('a save that failed is not tried again by itself, but with the next letter, and when the connection is back', () => {
  const note = open({ isDirty: true, canRetry: false })
  note.pass(60_000)
  expect(note.save).not.toHaveBeenCalled()
  note.write()
  note.pass(1_500)
  expect(note.save).toHaveBeenCalledTimes(1)
  note.set({ isOn: false, canRetry: true })
  note.pass(60_000)
  expect(note.save).toHaveBeenCalledTimes(1)
  note.set({ isOn: true })
  note.pass(1_500)
  expect(note.save).toHaveBeenCalledTimes(2)
})

test('a note is saved at once when its page is hidden', () => {
  const note = open({ isDirty: true })
  note.write()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(note.save).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})
