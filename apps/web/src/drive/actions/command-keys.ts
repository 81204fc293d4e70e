import type { FileCommand } from './file-command.ts'

export interface PressedKey {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

/** The command that a key stands for; a shortcut is written `F2`, `Delete` or `mod+c`. */
export function findCommand(
  commands: readonly FileCommand[],
  pressed: PressedKey,
): FileCommand | undefined {
  return commands.find(({ shortcut }) => shortcut !== undefined && isPressed(shortcut, pressed))
}

export function isPressed(
  shortcut: string,
  { key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
): boolean {
  const wanted = shortcut.split('+')
  const name = wanted.at(-1) ?? ''
  return (
    name.toLowerCase() === (key === ' ' ? 'space' : key.toLowerCase()) &&
    wanted.includes('mod') === (ctrlKey || metaKey) &&
    wanted.includes('shift') === shiftKey &&
    wanted.includes('alt') === altKey
  )
}

/** As the keys are called here. */
export function showShortcut(shortcut: string, isApple: boolean): string {
  const names = isApple ? appleNames : otherNames
  const keys = shortcut.split('+').map((key) => names.get(key) ?? toKeyCap(key))
  return keys.join(isApple ? '' : '+')
}

/** For assistive technology, as `aria-keyshortcuts` writes it. */
export function toAriaShortcut(shortcut: string, isApple: boolean): string {
  const mod = isApple ? 'Meta' : 'Control'
  return shortcut.replace('mod', mod).replace('shift', 'Shift').replace('alt', 'Alt')
}

export function isAppleDevice(platform: string = navigator.platform): boolean {
  return /^(Mac|iP)/.test(platform)
}

const appleNames = new Map([
  ['mod', '⌘'],
  ['shift', '⇧'],
  ['alt', '⌥'],
  ['Delete', '⌦'],
  ['Enter', '↩'],
])
const otherNames = new Map([
  ['mod', 'Ctrl'],
  ['shift', 'Shift'],
  ['alt', 'Alt'],
  ['Delete', 'Del'],
])

function toKeyCap(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}
