import type { File } from '@awan/protocol/drive'
import { toStoredName } from '@awan/protocol/name-problem'
import { stemLength } from '../file-name.ts'

/** How many files get their new names. */
export type NameRule =
  | { kind: 'replace'; find: string; put: string; isCaseKept: boolean; hasExtension: boolean }
  | { kind: 'add'; before: string; after: string; hasExtension: boolean }
  /** Without a name, the number goes before each old name. */
  | { kind: 'number'; name: string; start: number; digits: number }
  | { kind: 'date'; by: 'taken' | 'modified' }

/** The names in the order of the files. What tells the kind of a file stays unless the rule says otherwise. */
export function newNames(
  files: readonly File[],
  rule: NameRule,
  /** When files were taken, by their ids. */
  photoTimes: ReadonlyMap<string, string> = new Map(),
): string[] {
  const rename = toRename(rule, photoTimes)
  return files.map((file, at) => toStoredName(rename(file, at)))
}

type RenameOne = (file: File, at: number) => string

function toRename(rule: NameRule, photoTimes: ReadonlyMap<string, string>): RenameOne {
  switch (rule.kind) {
    case 'replace': {
      if (rule.find === '') return ({ name }) => name
      const pattern = new RegExp(
        escapeForPattern(toStoredName(rule.find)),
        rule.isCaseKept ? 'gu' : 'giu',
      )
      return within(rule, (text) => text.replace(pattern, () => rule.put))
    }
    case 'add':
      return within(rule, (text) => `${rule.before}${text}${rule.after}`)
    case 'number':
      return ({ kind, name }, at) => {
        const number = String(rule.start + at).padStart(rule.digits, '0')
        if (rule.name === '') return `${number} ${name}`
        const [, extension] = split({ kind, name })
        return `${rule.name} ${number}${extension}`
      }
    case 'date':
      return ({ id, name, modified_time }) => {
        const time = rule.by === 'taken' ? photoTimes.get(id) : undefined
        const date = `${toDay(new Date(time ?? modified_time))} `
        return name.startsWith(date) ? name : `${date}${name}`
      }
  }
}

function within(
  { hasExtension }: { hasExtension: boolean },
  change: (text: string) => string,
): RenameOne {
  return ({ kind, name }) => {
    if (hasExtension) return change(name)
    const [stem, extension] = split({ kind, name })
    return `${change(stem)}${extension}`
  }
}

function split(file: Pick<File, 'kind' | 'name'>): [stem: string, extension: string] {
  const length = stemLength(file)
  return [file.name.slice(0, length), file.name.slice(length)]
}

/** `2026-11-19` where the person is: sorted by name, they are sorted by date. */
function toDay(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const year = String(time.getFullYear()).padStart(4, '0')
  return `${year}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
