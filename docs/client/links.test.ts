import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPages, withoutExamples } from './pages.ts'

const FOLDER = import.meta.dirname
const pages = await readPages()
const links = pages.flatMap((page) =>
  [...withoutExamples(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({
    page: page.name,
    target,
  })),
)

test('every relative link leads to an existing file and heading', async () => {
  const relative = links.filter(({ target }) => !/^[a-z]+:/.test(target))
  expect(relative.length).toBeGreaterThan(40)
  const broken: string[] = []
  for (const { page, target } of relative) {
    const [path = '', anchor] = target.split('#')
    const file = join(FOLDER, path === '' ? page : path)
    const leadsSomewhere = await stat(file).then(
      async (found) => anchor === undefined || (found.isFile() && (await hasHeading(file, anchor))),
      () => false,
    )
    if (!leadsSomewhere) broken.push(`${page} links to ${target}`)
  }
  expect(broken).toEqual([])
})

test('the index names every page', () => {
  const named = links.filter(({ page }) => page === 'README.md').map(({ target }) => target)
  const others = pages.map(({ name }) => name).filter((name) => name !== 'README.md')
  expect(others.filter((name) => !named.includes(name))).toEqual([])
})

test('every page of a flow describes its errors', () => {
  const silent = pages
    .filter(({ name }) => !['README.md', 'errors.md'].includes(name))
    .filter(({ markdown }) => !markdown.includes('\n## What can go wrong\n'))
  expect(silent.map(({ name }) => name)).toEqual([])
})

async function hasHeading(file: string, anchor: string): Promise<boolean> {
  const page = { name: file, markdown: await readFile(file, 'utf8') }
  const headings = withoutExamples(page).matchAll(/^#+ (.+)$/gm)
  return [...headings].some(([, text = '']) => toAnchor(text) === anchor)
}

/** As GitHub makes them of headings. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
