import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { parseSync } from 'rolldown/utils'
import { build as buildWithVite } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bundleForBrowser, measureBundle } from '../build/bundle-size.ts'
import { type Consumer, openConsumer } from './testing/consumer.ts'

const SUB_ENTRIES = [
  '.',
  './browser',
  './node',
  './memory',
  './ways-in',
  './passkeys',
  './account-centre',
  './admin',
  './drive',
  './links',
  './inbox',
  './upload-manager',
  './upload-manager-browser',
  './upload-worker',
  './upload-manager-node',
  './bridge',
  './lock',
  './messages',
  './countries',
  './patient',
  './cookies',
]
const MAX_CORE_BYTES = 11_500
const ACCOUNT_CORE = `
import { createClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
globalThis.client = createClient({ clientId: 'app', runtime: createBrowserRuntime() })
`
/** What the account core must not carry. */
const LAZY =
  /ways-in|account-centre|client\/(admin|passkeys)\b|bridge\/|risk-report|md5|solve-challenge|sha256|countries|errors\/messages\//
const OF_NODE = /node:|\bprocess\b|\bBuffer\b|\bzod\b/

/** Compiles against the sources with the rest of this folder, and here against what is published. */
const STRANGER = new URL('./testing/stranger.ts', import.meta.url)
const PLAIN_CALL = `
import type { AwanClient } from '@awan/client'
interface RenameFile {
  method: 'PATCH'
  path: '/drive/v1/files/{id}'
  params: { id: string }
  body: { name: string }
  answer: { etag: string }
}
export async function rename(client: AwanClient, id: string): Promise<string> {
  const path = '/drive/v1/files/{id}'
  // @ts-expect-error the body is missing
  await client.request<RenameFile>('PATCH', path, { params: { id } })
  // @ts-expect-error nothing was said of a query
  await client.request<RenameFile>('PATCH', path, { params: { id }, body: { name: 'a' }, query: {} })
  const options = { params: { id }, body: { name: 'a' }, auth: true } as const
  return (await client.request<RenameFile>('PATCH', path, options)).etag
}
`

// Compilers and bundlers run here, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let consumer: Consumer
beforeAll(async () => {
  consumer = await openConsumer()
})
afterAll(() => consumer?.[Symbol.asyncDispose]())

describe('the package', () => {
  test('the package has all its sub-entries and no dependencies but an optional one', async () => {
    const { exports, ...manifest } = await readManifest()
    expect(Object.keys(exports)).toEqual([...SUB_ENTRIES, './package.json'])
    const optional = { '@napi-rs/blake-hash': { optional: true } }
    expect(manifest.peerDependenciesMeta).toEqual(optional)
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(optional))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('optionalDependencies')
    for (const { path, text } of await readScripts()) {
      expect({ path, foreign: importsOf(text).filter(isForeign) }).toEqual({ path, foreign: [] })
    }
  })

  test('the package contains its licence, and source maps without paths of the build machine', async () => {
    expect(await readdir(consumer.packageFolder)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'lib']),
    )
    const map = JSON.parse(await readFile(join(consumer.packageFolder, 'drive.js.map'), 'utf8'))
    expect(map.sources).toEqual(['client/src/drive/index.ts'])
    expect(map.sourcesContent[0]).toContain('export function createDriveClient')
  })

  test('the package passes publint', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: consumer.tarball },
      strict: true,
    })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  test('the package has correct types in every ESM resolution mode', async () => {
    const result = await checkPackage(
      createPackageFromTarballData(new Uint8Array(consumer.tarball)),
    )
    if (!result.types) throw new Error('there are no types')
    expect(result.problems.filter((problem) => !isByIntent(problem))).toEqual([])
  })
})

describe('an app that installs the package', () => {
  const imports = SUB_ENTRIES.map(
    (entry, index) => `import * as part${index} from '${nameOf(entry)}'`,
  )
  const parts = `[${SUB_ENTRIES.map((_, index) => `part${index}`).join(', ')}]`
  const dom = { lib: ['es2024', 'dom', 'dom.iterable'], types: [] }

  beforeAll(async () => {
    await consumer.write('every.ts', [...imports, `export const parts = ${parts}`].join('\n'))
    await consumer.write('typed.ts', await readFile(STRANGER, 'utf8'))
    await consumer.write('call.ts', PLAIN_CALL)
    const [quickStart = '', inNode = '', errors = ''] = await readExamples()
    await consumer.write('main.ts', quickStart)
    await consumer.write('in-node.ts', inNode)
    await consumer.write('errors.ts', errors)
  })

  test('every sub-entry runs under Node', async () => {
    const count = `${parts}.map((part) => Object.keys(part).length)`
    await consumer.write('every.js', [...imports, `console.log(${count}.join())`].join('\n'))
    const counts = (await consumer.run('every.js')).split(',').map(Number)
    expect(counts.map((exported) => exported > 0)).toEqual(SUB_ENTRIES.map(() => true))
  })

  test.each([
    [
      'a browser, through a bundler',
      { module: 'esnext', moduleResolution: 'bundler', ...dom },
      ['main.ts', 'errors.ts'],
    ],
    ['a browser, by the rules of Node', { module: 'nodenext', ...dom }, ['main.ts', 'errors.ts']],
    [
      'Node, without a browser',
      { module: 'nodenext', lib: ['es2024'], types: ['node'] },
      ['in-node.ts'],
    ],
  ])('every sub-entry and the README examples compile for %s', async (_, options, examples) => {
    const files = ['every.ts', 'typed.ts', 'call.ts', ...examples]
    expect(await consumer.compile(files, options)).toBe('')
  })

  test('the short quick start of the README shows errors, remembers the session and builds in an empty Vite page', async () => {
    const [quickStart = ''] = await readExamples()
    expect(quickStart.trim().split('\n').length).toBeLessThanOrEqual(12)
    expect(quickStart).toContain('chooseMessage(error')
    expect(quickStart).toContain("client.session.state().status === 'signed-in'")
    await consumer.write('index.html', '<script type="module" src="/main.ts"></script>')
    await buildWithVite({ root: consumer.folder, configFile: false, logLevel: 'silent' })
    expect(await readdir(join(consumer.folder, 'dist'))).toContain('index.html')
  })
})

describe('bundle size', () => {
  const writePage = (script: string) => consumer.write('page.js', script)

  test.each(SUB_ENTRIES.filter((entry) => !entry.endsWith('node')))(
    '%s loads nothing of Node in a page, and no more bytes than the README says',
    async (entry) => {
      const page = await writePage(`export * from '${nameOf(entry)}'`)
      for (const { code } of await bundleForBrowser(page)) expect(code).not.toMatch(OF_NODE)
      const { gzippedBytes } = await measureBundle(page)
      const toldBytes = await readToldBytes(entry)
      expect(gzippedBytes).toBeLessThanOrEqual(toldBytes)
      expect(gzippedBytes, 'it became smaller: tell it').toBeGreaterThan(toldBytes * 0.75)
    },
  )

  test(`a page loads at most ${MAX_CORE_BYTES} bytes for the account core`, async ({
    annotate,
  }) => {
    const { gzippedBytes, modules, lazy } = await measureBundle(await writePage(ACCOUNT_CORE))
    await annotate(`the account core has ${gzippedBytes} bytes, minified and gzipped`)
    expect(modules.filter((module) => LAZY.test(module))).toEqual([])
    const later = lazy.flatMap((chunk) => chunk.modules).join('\n')
    for (const part of ['solve-challenge', 'risk-report']) expect(later).toContain(part)
    expect(gzippedBytes).toBeLessThanOrEqual(MAX_CORE_BYTES)
  })

  test('a page loads the texts of a language only on demand', async () => {
    const script = `import { loadMessages } from '@awan/client'; globalThis.load = loadMessages`
    const { modules, lazy } = await measureBundle(await writePage(script))
    expect(modules.filter((module) => LAZY.test(module))).toEqual([])
    expect(lazy.length).toBe(6)
  })

  test.each([
    ['isServiceError', '.', 1500],
    ['createLock', './lock', 2000],
    ['createDriveClient', './drive', 6900],
  ])('a page that imports only %s loads little else', async (name, entry, maxBytes) => {
    const script = `import { ${name} } from '${nameOf(entry)}'; globalThis.taken = ${name}`
    expect((await measureBundle(await writePage(script))).gzippedBytes).toBeLessThan(maxBytes)
  })
})

/**
 * The package is ESM alone: a CommonJS file loads it by import() or, since Node 22.12, by require().
 * Resolution as in Node 10 knows no `exports`.
 */
function isByIntent(problem: Problem): boolean {
  return (
    problem.kind === 'CJSResolvesToESM' ||
    ('resolutionKind' in problem && problem.resolutionKind === 'node10')
  )
}

function nameOf(entry: string): string {
  return `@awan/client${entry.slice(1)}`
}

async function readReadme(): Promise<string> {
  return readFile(join(consumer.packageFolder, 'README.md'), 'utf8')
}

async function readExamples(): Promise<string[]> {
  const blocks = (await readReadme()).matchAll(/```ts\n([\s\S]*?)```/g)
  return [...blocks].map(([, code = '']) => code)
}

async function readToldBytes(entry: string): Promise<number> {
  const row = new RegExp(`^\\| \`${nameOf(entry)}\` \\|.*\\| ([\\d.]+) kB \\|$`, 'm')
  return Number(row.exec(await readReadme())?.[1]) * 1000
}

async function readManifest() {
  return JSON.parse(await readFile(join(consumer.packageFolder, 'package.json'), 'utf8'))
}

async function readScripts() {
  const files = await readdir(consumer.packageFolder, { recursive: true })
  const read = async (path: string) => ({
    path,
    text: await readFile(join(consumer.packageFolder, path), 'utf8'),
  })
  return Promise.all(files.filter((path) => path.endsWith('.js')).map(read))
}

function importsOf(script: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync('script.js', script).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => script.slice(start + 1, end - 1)),
  ]
}

function isForeign(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('node:')
}
