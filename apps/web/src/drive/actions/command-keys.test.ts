import { expect, test } from 'vitest'
import { findCommand, isPressed, showShortcut, toAriaShortcut } from './command-keys.ts'

const press = (
  key: string,
  held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
})

test('a shortcut matches only when exactly its keys are pressed', () => {
  expect(isPressed('F2', press('F2'))).toBe(true)
  expect(isPressed('mod+c', press('c', { ctrlKey: true }))).toBe(true)
  expect(isPressed('mod+c', press('C', { metaKey: true }))).toBe(true)
  expect(isPressed('mod+c', press('c'))).toBe(false)
  expect(isPressed('mod+c', press('c', { ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(isPressed('Delete', press('Delete', { shiftKey: true }))).toBe(false)
  expect(isPressed('shift+Delete', press('Delete', { shiftKey: true }))).toBe(true)
  expect(isPressed('Space', press(' '))).toBe(true)
  expect(isPressed('Enter', press('Enter', { altKey: true }))).toBe(false)
})

test('the command with the pressed shortcut is found', () => {
  const command = { id: 'rename', label: 'Rename', icon: () => null, shortcut: 'F2', run() {} }
  const commands = [{ ...command, id: 'tags', shortcut: undefined }, command]
  expect(findCommand(commands as never, press('F2'))?.id).toBe('rename')
  expect(findCommand(commands as never, press('F3'))).toBeUndefined()
})

test('a shortcut is shown in the notation of the platform', () => {
  expect(showShortcut('mod+c', true)).toBe('⌘C')
  expect(showShortcut('mod+c', false)).toBe('Ctrl+C')
  expect(showShortcut('Delete', false)).toBe('Del')
  expect(showShortcut('F2', false)).toBe('F2')
  expect(toAriaShortcut('mod+c', false)).toBe('Control+c')
})
