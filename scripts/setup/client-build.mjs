import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from './lock-folder.mjs'
import { cacheFolder, pinnedNode, root } from './paths.mjs'
import { run, SetupError, say, seconds } from './run.mjs'
import { hashFiles } from './web-build.mjs'

const INPUTS = [
  'packages/client/src',
  'packages/client/build',
  'packages/client/README.md',
  'packages/client/package.json',
  'packages/client/tsconfig.json',
  'packages/protocol/src',
  'packages/protocol/package.json',
  'tsconfig.base.json',
  'package-lock.json',
]

const distFolder = join(root, 'packages/client/dist')

/** Builds the package of the client, as strangers install it, when its sources have changed. */
export async function ensureClientBuilt() {
  const stamp = await hashFiles(root, INPUTS)
  if (await isBuilt(stamp)) return
  await withLock(join(cacheFolder, 'client-build.lock'), (addOwner) => build(stamp, addOwner), {
    onWait: (pids) =>
      say(`Another process (${pids.join(', ') || 'unknown'}) builds the client; waiting ...`),
  })
}

/**
 * @param {string} stamp
 * @param {(pid: number) => void} addOwner
 */
async function build(stamp, addOwner) {
  if (await isBuilt(stamp)) return
  const startedAt = performance.now()
  say('Building the client ...')
  // Built aside and moved into place, so that nobody ever imports half of it.
  const next = join(cacheFolder, 'client-next')
  const { code, output } = await run(
    [pinnedNode, join(root, 'packages/client/build/build.ts'), next],
    { output: 'collect', onStart: addOwner },
  )
  if (code !== 0) throw new SetupError(`${output.trim()}\n\nThe client could not be built.`)
  await writeFile(join(next, '.stamp'), stamp)
  const old = join(cacheFolder, 'client-old')
  await rm(old, { recursive: true, force: true })
  if (existsSync(distFolder)) await rename(distFolder, old)
  await rename(next, distFolder)
  await rm(old, { recursive: true, force: true })
  say(`The client is built (${seconds(startedAt)}).`)
}

/** @param {string} stamp */
async function isBuilt(stamp) {
  return (await readFile(join(distFolder, '.stamp'), 'utf8').catch(() => '')) === stamp
}
