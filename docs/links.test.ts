import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The pages of the client have a test of their own, since their examples run. */
const folders = [
  'docs',
  'docs/decisions',
  'docs/operate',
  'docs/screens',
  'docs/security',
  'docs/spec',
]
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...(await Promise.all(folders.map(listPages))).flat(),
]

test('every relative link of the documentation leads to an existing file and heading', async () => {
  const broken: string[] = []
  for (const page of pages) {
    for (const target of findLinks(await read(page))) {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!(await leadsSomewhere(file, anchor))) broken.push(`${page} links to ${target}`)
    }
  }
  expect(broken).toEqual([])
})

test('the list of decisions contains every decision with its title', async () => {
  const list = await read('docs/decisions/README.md')
  for (const page of pages.filter((each) => /decisions\/\d/.test(each))) {
    const title = /^# (.+)$/m.exec(await read(page))?.[1]
    expect(list).toContain(`- [${title}](${page.split('/').at(-1)})`)
  }
})

test('the screens page shows every picture, each with its own caption', async () => {
  const shown = [...(await read('docs/screens/README.md')).matchAll(/!\[(.+?)\]\((.+?)\)/g)]
  const names = await readdir(join(ROOT, 'docs/screens'))
  const pictures = names.filter((name) => name.endsWith('.png'))
  expect(shown.map(([, , file]) => file).sort()).toEqual(pictures.sort())
  const captions = shown.map(([, caption]) => caption)
  expect(new Set(captions).size).toBe(captions.length)
})

async function listPages(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder))
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`)
}

function read(page: string): Promise<string> {
  return readFile(join(ROOT, page), 'utf8')
}

function findLinks(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

async function leadsSomewhere(file: string, anchor: string | undefined): Promise<boolean> {
  const found = await stat(join(ROOT, file)).catch(() => undefined)
  if (!found || anchor === undefined) return found !== undefined
  const headings = [...(await read(file)).matchAll(/^#+ (.+)$/gm)]
  return headings.some(([, text = '']) => toAnchor(text) === anchor)
}

/** As GitHub makes them of headings. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
