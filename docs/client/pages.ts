import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Page {
  /** `sign-in.md`. */
  name: string
  markdown: string
}

/** A block of code on a page. */
export interface Example {
  page: string
  /** What stands behind the opening fence: `ts`, `tsx`, `sh`, ... */
  language: string
  code: string
  /** The line of the page on which the code begins; the first one is 1. */
  line: number
}

export async function readPages(folder: string = import.meta.dirname): Promise<Page[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, markdown: await readFile(join(folder, name), 'utf8') })),
  )
}

export function findExamples({ name, markdown }: Page): Example[] {
  const examples: Example[] = []
  let open: Example | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)\s*$/.exec(line)
    if (open && fence) {
      examples.push(open)
      open = undefined
    } else if (open) {
      open.code += `${line}\n`
    } else if (fence) {
      open = { page: name, language: fence[1] ?? '', code: '', line: index + 2 }
    }
  }
  if (open) throw new Error(`${name}: the code that begins in line ${open.line} never ends`)
  return examples
}

/** The page without its code, line by line as before: what looks like a link or a heading is one. */
export function withoutExamples(page: Page): string {
  const lines = page.markdown.split('\n')
  for (const { code, line } of findExamples(page)) {
    lines.fill('', line - 2, line + code.split('\n').length - 1)
  }
  return lines.join('\n')
}
