import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from '../measurement.ts'
import { preparePeers } from './peers.ts'

const BUILD = new URL('../../../packages/client/build/build.ts', import.meta.url)
const BUNDLE_SIZE = new URL('../../../packages/client/build/bundle-size.ts', import.meta.url)

const ACCOUNT_CORE = `
import { createAwanClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
globalThis.client = createAwanClient({ clientId: 'app', runtime: createBrowserRuntime() })
`

/**
 * What a page loads to sign people in, with ours and with others: the same bundler, minified, each
 * chunk gzipped by itself, and without what comes later.
 */
export async function measureBundleSizes(): Promise<Figure[]> {
  const peers = await preparePeers()
  const own = await measureOwn()
  const figures: Figure[] = []
  for (const { name, entry } of peers) {
    const value = await measure(entry)
    figures.push({ ...own, floor: { what: name, value } })
  }
  return figures
}

async function measureOwn(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-bench-'))
  try {
    await runNode(BUILD, join(folder, 'node_modules/@awan/client'))
    const entry = join(folder, 'page.js')
    await writeFile(entry, ACCOUNT_CORE)
    const value = await measure(entry)
    return { what: 'script of sign-in', target: 'awan', value, unit: 'kB', better: 'less' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(entry: string): Promise<number> {
  const { gzippedBytes } = JSON.parse(await runNode(BUNDLE_SIZE, entry)) as { gzippedBytes: number }
  return gzippedBytes / 1000
}

async function runNode(program: URL, ...args: string[]): Promise<string> {
  const run = promisify(execFile)
  return (await run(process.execPath, [fileURLToPath(program), ...args])).stdout
}
