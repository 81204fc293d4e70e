import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from './lock-folder.mjs'
import { cacheFolder, root, toolOf } from './paths.mjs'
import { run, SetupError, say, seconds } from './run.mjs'

const INPUTS = [
  'apps/web',
  'packages/client/build/no-warm-up.ts',
  'packages/client/src',
  'packages/client/package.json',
  'packages/protocol/src',
  'packages/protocol/package.json',
  'tsconfig.base.json',
  'package-lock.json',
]

const distFolder = join(root, 'apps/web/dist')

/** Builds the web app when what it is made of has changed since the last build. */
export async function ensureWebBuilt() {
  const stamp = await hashFiles(root, INPUTS)
  if (await isBuilt(stamp)) return
  await withLock(join(cacheFolder, 'web-build.lock'), (addOwner) => build(stamp, addOwner), {
    onWait: (pids) =>
      say(`Another process (${pids.join(', ') || 'unknown'}) builds the web app; waiting ...`),
  })
}

/**
 * @param {string} stamp
 * @param {(pid: number) => void} addOwner
 */
async function build(stamp, addOwner) {
  if (await isBuilt(stamp)) return
  const startedAt = performance.now()
  say('Building the web app ...')
  // Built aside and moved into place, so that a server that is running never serves half of it.
  const next = join(cacheFolder, 'web-next')
  await rm(next, { recursive: true, force: true })
  // The app, and the page of a link beside it.
  for (const config of ['vite.config.ts', 'vite.visit.config.ts']) {
    const { code, output } = await run(
      [...toolOf('vite'), 'build', '--config', config, '--outDir', next, '--logLevel', 'warn'],
      {
        cwd: join(root, 'apps/web'),
        output: 'collect',
        onStart: addOwner,
        env: { NODE_ENV: 'production' },
      },
    )
    if (code !== 0) throw new SetupError(`${output.trim()}\n\nThe web app could not be built.`)
  }
  await writeFile(join(next, '.stamp'), stamp)
  const old = join(cacheFolder, 'web-old')
  await rm(old, { recursive: true, force: true })
  if (existsSync(distFolder)) await rename(distFolder, old)
  await rename(next, distFolder)
  await rm(old, { recursive: true, force: true })
  say(`The web app is built (${seconds(startedAt)}).`)
}

/** @param {string} stamp */
async function isBuilt(stamp) {
  return (await readFile(join(distFolder, '.stamp'), 'utf8').catch(() => '')) === stamp
}

/**
 * One hash over the names and contents of files and folders; tests and what tools put there do not count.
 *
 * @param {string} base
 * @param {readonly string[]} paths
 */
export async function hashFiles(base, paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await listFiles(base, path)) {
      const content = createHash('sha256').update(await readFile(join(base, file)))
      hash.update(`${file}\0${content.digest('hex')}\n`)
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} base
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function listFiles(base, path) {
  try {
    const entries = await readdir(join(base, path), { withFileTypes: true })
    const names = entries
      .map(({ name }) => name)
      .filter(isInput)
      .sort()
    return (await Promise.all(names.map((name) => listFiles(base, `${path}/${name}`)))).flat()
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') return [path]
    throw error
  }
}

/** @param {string} name */
function isInput(name) {
  return name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name)
}
