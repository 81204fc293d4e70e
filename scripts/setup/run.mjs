import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './paths.mjs'

/** What is kept to be shown later carries no colours. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined }

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Ends a command with words for the person at the terminal, without a stack trace. */
export class SetupError extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] Added to our own.
 * @property {string} [cwd]
 * @property {'show' | 'collect'} [output] `collect` keeps it for the caller.
 * @property {(pid: number) => void} [onStart]
 */

/**
 * Runs a program to its end. Does not throw when it fails: the caller knows what that means. A
 * signal that would end us goes to the program first, so that it is not left behind.
 *
 * @param {readonly string[]} commandLine
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([program = '', ...args], { env, cwd = root, output = 'show', onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...withOurTools(process.env), ...(output === 'collect' && PLAIN), ...env },
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid !== undefined) onStart?.(child.pid)
    const release = passSignalsTo(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
        text += chunk
      })
    }
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      const asked = release()
      if (asked !== undefined) process.kill(process.pid, asked)
      resolve({ code: code ?? (signal === null ? 1 : 128), output: text })
    })
  })
}

/**
 * Gives the signals that ask us to end to a program that we run. What comes back is a function that
 * makes them ours again and says which one came last.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined}
 */
export function passSignalsTo(child) {
  /** @type {NodeJS.Signals | undefined} */
  let last
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    last = signal
    // A terminal sends Ctrl-C to the program as well; a second one would hurry it.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ENDING_SIGNALS) process.on(signal, pass)
  return () => {
    for (const signal of ENDING_SIGNALS) process.off(signal, pass)
    return last
  }
}

/** @type {readonly NodeJS.Signals[]} */
const ENDING_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Lets programs find the pinned node and our tools first.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withOurTools(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: join(root, 'node_modules/.bin') + delimiter + (env[name] ?? '') }
}

/**
 * Runs a command of ours: a SetupError is told in plain words, everything else as it is.
 *
 * @param {() => Promise<number>} main Gives the exit code.
 */
export async function runMain(main) {
  try {
    if (!isNodeGoodEnough(process.versions.node)) {
      throw new SetupError(
        `Awan needs node 20.19, 22.12 or later to start; this is ${process.version}. It then installs the version that it runs on.`,
      )
    }
    process.exitCode = await main()
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof SetupError ? error.message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exitCode = 1
  }
}

/**
 * For an older one npm leaves out the parts that build the web app.
 *
 * @param {string} version
 */
export function isNodeGoodEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
}

/** @param {number} sinceMs */
export function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
