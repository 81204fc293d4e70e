import type { Visit } from '@awan/client/links'

export type DropRules = NonNullable<Visit['drop']>

/** A file as a browser describes it. */
export interface OfferedFile {
  name: string
  size: number
  /** Empty where the browser does not know it. */
  type: string
}

/** Why a drop folder would not take a file; the server has the last word. */
export function refusalOf(file: OfferedFile, rules: DropRules): 'size' | 'type' | undefined {
  const { max_file_size: largest = Number.POSITIVE_INFINITY, types } = rules
  if (file.size > largest) return 'size'
  return types === undefined || types.some((type) => mayBe(file, type)) ? undefined : 'type'
}

export function isOver({ deadline }: DropRules, nowMs: number): boolean {
  return deadline !== undefined && Date.parse(deadline) <= nowMs
}

/** `.pdf`, `image/png` or `image/*`. */
function mayBe({ name, type }: OfferedFile, wanted: string): boolean {
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted.toLowerCase())
  if (type === '') return true
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
