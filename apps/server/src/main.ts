import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config/config.ts'
import { describeSettings } from './config/help.ts'
import { type Context, createContext } from './context.ts'
import { blake3 } from './kernel/blake3/blake3.ts'
import { createLog, type Log } from './kernel/log.ts'
import { StallWatch } from './kernel/stall-watch.ts'
import { createTerminalLog } from './kernel/terminal-log.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options === undefined) return 2
  if (options.help) {
    print(describeSettings())
    return 0
  }
  const read = readConfig(process.env)
  if (!read.ok) {
    complain('Awan cannot start:')
    for (const problem of read.problems) complain(`  - ${problem}`)
    complain('\nAll settings: npm start -- --help')
    return 2
  }
  return serve(read.config)
}

function readOptions(args: string[]): { help: boolean } | undefined {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } })
    return { help: values.help ?? false }
  } catch (problem) {
    complain(
      `${(problem as Error).message}\nAwan takes its settings from the environment: npm start -- --help`,
    )
    return undefined
  }
}

async function serve(config: Config): Promise<number> {
  const stopped = nextStopSignal()
  let context: Context
  try {
    const stalls = new StallWatch()
    context = await createContext(config, { print, log: createServerLog(config), stalls })
    await context.http.listen({ host: config.host, port: config.port })
  } catch (problem) {
    complain(`Awan cannot start: ${explain(problem, config)}`)
    return 1
  }
  if (blake3.kind === 'webassembly') {
    context.log.warn(
      'there is no BLAKE3 for this platform: contents are hashed slowly, in WebAssembly',
    )
  }
  const { missingPrograms } = context.parts.drive
  if (Object.keys(missingPrograms).length > 0) {
    context.log.info(
      { missing: missingPrograms },
      'contents of these kinds have no thumbnails here: their programs are not installed',
    )
  }
  const { missingTextPrograms } = context.parts.drive
  if (Object.keys(missingTextPrograms).length > 0) {
    context.log.info(
      { missing: missingTextPrograms },
      'the text of these kinds is not searched here: their programs are not installed',
    )
  }
  context.startHousekeeping()
  await announce(context, config)
  const signal = await stopped
  context.log.info({ signal }, 'stopping; running requests are finished first')
  const hurry = setTimeout(() => process.exit(1), STOP_LIMIT_MS)
  await context[Symbol.asyncDispose]()
  clearTimeout(hurry)
  return 0
}

/** JSON for machines; short lines for somebody who tries Awan out in a terminal. */
function createServerLog({ env, logLevel }: Config): Log {
  const isWatched = env === 'development' && process.stdout.isTTY
  return createLog(logLevel, isWatched ? createTerminalLog(print) : undefined)
}

/** Proxies and process managers give up at about half a minute; so do we. */
const STOP_LIMIT_MS = 25_000
/** npm and systemd may hand on the same stop more than once. */
const SAME_STOP_MS = 1_000

/** Resolves at the first signal to stop; a later one, meant as a second, ends the process at once. */
function nextStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > SAME_STOP_MS) process.exit(1)
        resolve(signal)
      })
    }
  })
}

async function announce(context: Context, config: Config): Promise<void> {
  const { port } = context.http.server.address() as AddressInfo
  const address = config.port === port ? config.publicUrl : `http://localhost:${port}`
  print(`Awan is ready: ${address}`)
  print(`Your files and accounts are in ${config.dataDir}`)
  if (!(await context.isFirstRun())) return
  print(`\nNobody has an account yet. Open ${address} and create the first one:`)
  print('it becomes the administrator.')
  const where = config.env === 'production' ? 'It' : 'On another machine it'
  print(`${where} asks for this set-up code: ${await context.setupCode()}`)
  if (config.firstAdmin) print(`The account of ${config.firstAdmin} needs no set-up code.`)
  if (config.mail.kind === 'outbox') print('The code for your e-mail address is printed here.')
}

/** Words that an operator can act on; everything else is shown as it is. */
function explain(problem: unknown, config: Config): string {
  const { code, message, stack } = problem as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `port ${config.port} is taken. Stop what runs there, or choose another: PORT=8081 npm start`
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${message}. Run Awan as a user who may write to ${config.dataDir}, or set AWAN_DATA_DIR.`
  }
  if (code === 'EADDRNOTAVAIL')
    return `AWAN_HOST is ${config.host}, which is not an address of this machine.`
  return (
    (config.logLevel === 'debug' || config.logLevel === 'trace' ? stack : message) ??
    String(problem)
  )
}

process.exitCode = await main(process.argv.slice(2))
