import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface Rule {
  id: string
  text: string
  /** The file that holds it, such as `accounts.md`. */
  file: string
}

/** A test whose name starts with a rule's id. */
export interface Mention {
  id: string
  /** Where, as `packages/client/src/lock/lock.test.ts:12`. */
  at: string
}

export interface Findings {
  duplicates: string[]
  unknown: Mention[]
  untested: Rule[]
}

export const repositoryRoot: string = join(import.meta.dirname, '../..')

/** Reads every rule of the `*.md` files beside this module; README.md explains and holds none. */
export async function readRules(folder: string = import.meta.dirname): Promise<Rule[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const rules: Rule[] = []
  for (const file of files.filter((name) => name !== 'README.md')) {
    rules.push(...parseRules(await readFile(join(folder, file), 'utf8'), file))
  }
  return rules
}

export function parseRules(markdown: string, file: string): Rule[] {
  const items = markdown.split('\n').filter((line) => /^\s*[-*] /.test(line))
  return items.map((line) => {
    const [, id, text] = /^- \*\*([A-Z]{3}-[1-9]\d*)\*\* (\S.*)$/.exec(line) ?? []
    if (id === undefined || text === undefined) {
      throw new Error(`${file}: a list item must read "- **ABC-1** text", but one is: ${line}`)
    }
    return { id, text, file }
  })
}

/** Finds the rules that the tests of the repository name. */
export async function readMentions(root: string = repositoryRoot): Promise<Mention[]> {
  const mentions: Mention[] = []
  for (const path of await listTestFiles(root)) {
    const name = relative(root, path).split(sep).join('/')
    mentions.push(...parseMentions(await readFile(path, 'utf8'), name))
  }
  return mentions
}

/** A string that begins with ids in brackets is a test's name, or the part that a table gives it. */
export function parseMentions(source: string, file: string): Mention[] {
  const mentions: Mention[] = []
  for (const [index, line] of source.split('\n').entries()) {
    for (const [start] of line.matchAll(BRACKETED_IDS)) {
      for (const [id] of start.matchAll(ID)) mentions.push({ id, at: `${file}:${index + 1}` })
    }
  }
  return mentions
}

export function compare(rules: readonly Rule[], mentions: readonly Mention[]): Findings {
  const ids = rules.map((rule) => rule.id)
  const known = new Set(ids)
  const tested = new Set(mentions.map((mention) => mention.id))
  return {
    duplicates: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
    unknown: mentions.filter((mention) => !known.has(mention.id)),
    untested: rules.filter((rule) => !tested.has(rule.id)),
  }
}

/** One line per file, such as `accounts.md   12 of 44 rules have a test`. */
export function summarize(rules: readonly Rule[], untested: readonly Rule[]): string {
  const files = [...new Set(rules.map((rule) => rule.file))]
  const width = Math.max(...files.map((file) => file.length), 'total'.length)
  const line = (name: string, all: number, missing: number) =>
    `${name.padEnd(width)}  ${String(all - missing).padStart(3)} of ${String(all).padStart(3)} rules have a test`
  return [
    ...files.map((file) => line(file, countIn(rules, file), countIn(untested, file))),
    line('total', rules.length, untested.length),
  ].join('\n')
}

function countIn(rules: readonly Rule[], file: string): number {
  return rules.filter((rule) => rule.file === file).length
}

async function listTestFiles(folder: string, inStories = false): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        const skipped = entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)
        return skipped ? [] : listTestFiles(path, inStories || entry.name === 'e2e')
      }
      const isTest = /\.test\.tsx?$/.test(entry.name)
      const isStory = inStories && /\.spec\.ts$/.test(entry.name)
      return isTest || isStory ? [path] : []
    }),
  )
  return paths.flat().sort()
}

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist', 'data'])

const ID = /[A-Z]{3}-\d+/g
const BRACKETED_IDS = /['"`](?:\[[A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*\] ?)+/g
