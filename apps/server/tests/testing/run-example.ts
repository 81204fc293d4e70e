import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

export interface ExampleChanges {
  /** Texts of the example, and what stands in their place here. */
  replace?: Readonly<Record<string, string>>
  /** Which of the examples under the heading; the first one is 0. */
  index?: number
}

/** Runs an example of docs/client as it stands under a heading of a page, and gives what it exports. */
export async function runExample(
  page: string,
  heading: string,
  { replace = {}, index = 0 }: ExampleChanges = {},
): Promise<Record<string, unknown>> {
  let code = (await readExamples(page, heading))[index]
  if (code === undefined) throw new Error(`${page} has no example ${index} under "${heading}"`)
  for (const [before, after] of Object.entries(replace)) {
    if (!code.includes(before)) throw new Error(`the example of ${page} does not say ${before}`)
    code = code.replaceAll(before, after)
  }
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  // Within the checkout, so that it finds the client; in a folder of its own, so that it runs anew.
  const folder = await mkdtemp(join(ROOT, '.cache/docs-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'example.ts'), code)
  return import(join(folder, 'example.ts'))
}

async function readExamples(page: string, heading: string): Promise<string[]> {
  const markdown = await readFile(join(ROOT, 'docs/client', page), 'utf8')
  const sections = markdown.split(/^#+ (?=[A-Z])/m)
  const section = sections.find((text) => text.split('\n')[0] === heading) ?? ''
  return [...section.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}
