import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { apiPathPattern } from '@awan/protocol/api-paths'
import type { Plugin, Rolldown } from 'vite'

const SOURCE = new URL('../src/service-worker.ts', import.meta.url)
/** What the page needs before it knows where it is. */
const BESIDE = ['/theme.js', '/favicon.svg', '/manifest.webmanifest']
/** The screens that must open without a network, and the pieces of them that come when they are first needed. */
const SCREENS = [
  /\/web\/src\/(?:(?:shell|storage)-routes\.tsx|routes\/.*\.tsx?|session\/QueriesRoute\.tsx)$/,
  /\/web\/src\/ui\/(?:DialogFrame|PointMenuFrame|menu-parts)\.tsx$/,
  /\/web\/src\/drive\/(?:\w+\/(?:\w+Panel|KeyList|NewFolderForm)\.tsx|places\/screens\.ts)$/,
]

/** Builds the service worker with the list of what it keeps: the start page and the frame of the drive. */
export function serviceWorker(): Plugin {
  return {
    name: 'awan:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = [...BESIDE, ...findShell(bundle).map((name) => `/${name}`)].sort()
        const shell = { version: versionOf(bundle), files, apiPath: apiPathPattern }
        const source = stripTypeScriptTypes(await readFile(SOURCE, 'utf8'))
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: `const SHELL = ${JSON.stringify(shell)}\n${source}`,
        })
      },
    },
  }
}

/** Every asset has its hash in its name: other names are another version. */
function versionOf(bundle: Rolldown.OutputBundle): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(bundle).sort()) {
    const file = bundle[name]
    hash.update(name)
    if (file?.type === 'asset' && name.endsWith('.html')) hash.update(file.source)
  }
  return hash.digest('hex').slice(0, 16)
}

/** The entry and the frame with all that they import, and the looks and letters of every screen. */
function findShell(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  function add(name: string): void {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const imported of chunk.imports) add(imported)
  }
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk') {
      if (file.isEntry || file.moduleIds.some((id) => SCREENS.some((each) => each.test(id))))
        add(name)
    } else if (/\.css$|inter-latin-wght-normal.*\.woff2$/.test(name)) found.add(name)
  }
  return [...found]
}
