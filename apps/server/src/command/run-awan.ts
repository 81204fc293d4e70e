import { parseArgs } from 'node:util'
import { isServiceError } from '@awan/protocol/errors'
import { readConfig } from '../config/config.ts'
import { type Context, createContext } from '../context.ts'
import { createLog, type LogLevel } from '../kernel/log.ts'
import { backupCommand } from './backup.command.ts'
import { checkCommand } from './check.command.ts'
import { type Command, type ExitCode, exitCodes, UsageError } from './command.ts'
import { gcCommand } from './gc.command.ts'
import { quotaCommand } from './quota.command.ts'
import { restoreCommand } from './restore.command.ts'
import { createTerminal, type Terminal, type TerminalStreams } from './terminal.ts'
import { usersCommand } from './users.command.ts'

const commands: readonly Command[] = [
  checkCommand,
  backupCommand,
  restoreCommand,
  usersCommand,
  quotaCommand,
  gcCommand,
]

export interface AwanProcess extends TerminalStreams {
  env: Record<string, string | undefined>
}

/** Runs what was typed behind `awan` and gives the exit code. */
export async function runAwan(typed: readonly string[], host: AwanProcess): Promise<ExitCode> {
  const [name, ...rest] = typed
  const command = commands.find((each) => each.name === name)
  if (!command) {
    const isAsked = name === undefined || name === '--help' || name === '-h' || name === 'help'
    const text = isAsked ? describeAll() : `awan has no command "${name}".\n\n${describeAll()}`
    ;(isAsked ? host.stdout : host.stderr).write(text)
    return isAsked && name !== undefined ? exitCodes.ok : exitCodes.usage
  }
  const terminal = createTerminal(host, rest.includes('--json'))
  try {
    return await run(command, rest, host, terminal)
  } catch (problem) {
    terminal.endProgress()
    if (problem instanceof UsageError) {
      terminal.complain(`${problem.message}\n\n${usageOf(command)}`)
      return exitCodes.usage
    }
    terminal.complain(`awan ${command.name}: ${explain(problem)}`)
    return exitCodes.failed
  }
}

async function run(
  command: Command,
  rest: string[],
  { env, stdout, stderr }: AwanProcess,
  terminal: Terminal,
): Promise<ExitCode> {
  const { values, positionals } = parse(command, rest)
  if (values.help) {
    stdout.write(`${usageOf(command)}\n\n${command.details}\n`)
    return exitCodes.ok
  }
  const read = readConfig(env)
  if (!read.ok) {
    terminal.complain('The settings are wrong:')
    for (const problem of read.problems) terminal.complain(`  - ${problem}`)
    return exitCodes.usage
  }
  const { config } = read
  await using opened = new AsyncDisposableStack()
  return await command.run({
    args: positionals,
    options: values,
    config,
    terminal,
    writeOut: (bytes) => writeOut(stdout, bytes),
    async open(): Promise<Context> {
      const log = createLog(isLoud(config.logLevel) ? config.logLevel : 'error', stderr)
      return opened.use(await createContext(config, { log, timeLimits: PATIENT }))
    },
  })
}

function writeOut(stdout: AwanProcess['stdout'], bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** What a server is warned of as it starts does not concern a command, unless everything is asked for. */
function isLoud(level: LogLevel): boolean {
  return level === 'debug' || level === 'trace' || level === 'all'
}

/**
 * A whole database is read in one piece: nobody waits for the answer, and it may take hours. A short look
 * may take long where a machine has much else to do.
 */
const PATIENT = { readLongMs: 24 * 3_600_000, readMs: 600_000, waitMs: 600_000 }

function parse(command: Command, rest: string[]) {
  try {
    const options = {
      ...command.options,
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (problem) {
    throw new UsageError((problem as Error).message)
  }
}

function usageOf({ name, usage, summary }: Command): string {
  return `npm run awan -- ${name} ${usage} [--json]\n  ${summary}`
}

function describeAll(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`)
  return `npm run awan -- <command> [options]

${lines.join('\n')}

Each command takes --help and --json. It reads the same settings as the server (npm start -- --help).
Exit codes: 0 success, 1 problems in the data, 2 wrong arguments or settings, 3 the command failed.
`
}

/** The words of the rule that refused; whatever else it is, with its cause. */
function explain(problem: unknown): string {
  if (isServiceError(problem)) return problem.description
  const { message, cause } = problem as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
