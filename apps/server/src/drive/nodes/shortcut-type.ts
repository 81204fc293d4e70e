import type { NodeRow } from '../../db/tables.ts'

/** A shortcut is an empty file of one of these media types, which no upload can have. */
const TYPE = 'application/vnd.awan.shortcut.'

export const shortcutTypes = [`${TYPE}folder`, `${TYPE}file`] as const

export function shortcutType(target: NodeRow['kind']): string {
  return TYPE + target
}

export function isShortcutType(mimeType: string | null): boolean {
  return mimeType?.startsWith(TYPE) === true
}

/** What a shortcut led to when it was made; undefined for what is no shortcut. */
export function shortcutKind(mimeType: string | null): NodeRow['kind'] | undefined {
  if (!isShortcutType(mimeType)) return undefined
  return mimeType === shortcutTypes[0] ? 'folder' : 'file'
}
