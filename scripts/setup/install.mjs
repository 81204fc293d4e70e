import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from './lock-folder.mjs'
import { cacheFolder, pinnedNode, root } from './paths.mjs'
import { run, SetupError, say, seconds } from './run.mjs'

/** Installs the npm packages when they are missing or the lockfile has changed since. */
export async function ensureInstalled() {
  const stamp = await wantedStamp()
  if (await isStamped(stamp)) return
  await withLock(join(cacheFolder, 'install.lock'), (addOwner) => install(stamp, addOwner), {
    onWait: (pids) =>
      say(`Another process (${pids.join(', ') || 'unknown'}) is installing; waiting for it ...`),
  })
}

const stampPath = join(root, 'node_modules/.awan-install')

/**
 * @param {string} stamp
 * @param {(pid: number) => void} addOwner
 */
async function install(stamp, addOwner) {
  if (await isStamped(stamp)) return
  if (!(await isInstalledByHand())) {
    const startedAt = performance.now()
    say('Installing packages (once, and after updates; they take about 700 MB) ...')
    await runNpmInstall(addOwner)
    say(`Packages are installed (${seconds(startedAt)}).`)
  }
  await writeFile(stampPath, stamp)
}

async function wantedStamp() {
  const lockfile = await readFile(join(root, 'package-lock.json')).catch(() => {
    throw new SetupError('package-lock.json is missing: this checkout of Awan is incomplete.')
  })
  const hash = createHash('sha256').update(lockfile).digest('hex')
  return `${hash} ${process.platform}-${process.arch}\n`
}

/** @param {string} stamp */
async function isStamped(stamp) {
  return existsSync(pinnedNode) && (await readFile(stampPath, 'utf8').catch(() => '')) === stamp
}

/** Whether someone's own `npm install` or `npm ci` has brought what the lockfile names. */
async function isInstalledByHand() {
  if (!existsSync(pinnedNode)) return false
  const [wanted, found] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map(readPackages),
  )
  return wanted !== undefined && found !== undefined && holdsAll(wanted, found)
}

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean }>} Packages */

/**
 * @param {Packages} wanted
 * @param {Packages} found
 */
export function holdsAll(wanted, found) {
  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, { version, optional }]) => {
      const there = found[path]
      // What is optional belongs to another platform when it is not here.
      return there === undefined ? optional === true : there.version === version
    })
}

/**
 * @param {string} path
 * @returns {Promise<Packages | undefined>}
 */
async function readPackages(path) {
  const text = await readFile(join(root, path), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text).packages
}

/** @param {(pid: number) => void} onStart */
async function runNpmInstall(onStart) {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { code, output } = await run(
    [
      ...npmCommand(),
      // The machine's own npm only fetches the one that we know. Before 11 it leaves out what a lockfile
      // of another platform does not name, and compiles packages that bring their binaries.
      ...['exec', '--yes', packageManager, '--'],
      // Not `npm ci`: it refuses a lockfile that lacks optional packages of other platforms, which a
      // registry need not have, and it pulls the modules from under a server that is running.
      // That the lockfile fits the package.json files is held by `npm run check`.
      'install',
      '--no-save',
      // Spoken out, since a person's own npmrc or NODE_ENV may say otherwise: building needs the
      // development packages, and the pinned node comes by an install script.
      '--include=dev',
      '--ignore-scripts=false',
      '--no-audit',
      '--no-fund',
      // Warnings here are about other people's packages and the machine's own node.
      '--loglevel=error',
    ],
    { output: 'collect', onStart },
  ).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new SetupError('npm is not on this machine. Install Node.js with npm: https://nodejs.org')
  })
  if (code !== 0) throw new SetupError(explainFailure(output))
  if (existsSync(pinnedNode)) return
  throw new SetupError(
    `The packages were installed, but not node for ${process.platform}-${process.arch} (npm package "node"). Run the same command again; if the error stays, there is no node 24 for this machine.\n\n${output}`,
  )
}

/** The npm that started us, else the one on the path. */
function npmCommand() {
  const script = process.env.npm_execpath
  const isNpm = script !== undefined && /npm-cli\.c?js$/.test(script) && existsSync(script)
  if (isNpm) return [process.execPath, script]
  return process.platform === 'win32' ? ['npm.cmd'] : ['npm']
}

/** @param {string} output */
export function explainFailure(output) {
  const reason = REASONS.find(({ pattern }) => pattern.test(output))
  const advice = reason?.advice ?? 'npm could not install the packages. Its output is above.'
  return `${output.trim()}\n\n${advice}\nThe same command can be run again at any time.`
}

const REASONS = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    advice:
      'npm cannot reach the package registry. Check the network, and the proxy if there is one (npm config get registry, npm config get proxy).',
  },
  {
    pattern: /\bE40[13]\b/,
    advice:
      'The package registry refused the request. Check your sign-in there: npm config get registry, npm login.',
  },
  {
    pattern: /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/,
    advice:
      'Something between this machine and the package registry, such as a company proxy, presents a certificate that npm does not trust. Name its certificates: npm config set cafile FILE, and NODE_EXTRA_CA_CERTS=FILE.',
  },
  { pattern: /ENOSPC/, advice: 'The disk is full: the packages need about 700 MB.' },
  {
    pattern: /EACCES|EPERM|EROFS/,
    advice:
      'This user has no permission to write here. Run the command as the owner of the checkout.',
  },
]
