import { LOG_LEVELS } from '../constants.ts'
import { wrongParam } from '../wrong-param.ts'

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What the client has to tell a developer. It never carries a token, a password or a code. */
export interface Log {
  error(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
  trace(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, unknown>>

export interface LogEntry {
  level: keyof Log
  message: string
  /** As JSON has them, and without secrets. */
  fields?: LogFields
}

export interface LogOptions {
  /** The last level that is written; `warn` by default. */
  level?: LogLevel | undefined
  /** Where entries go; to the console by default. What it throws is ignored. */
  write?: ((entry: LogEntry) => void) | undefined
}

/**
 * A log that hides whatever is named like a secret.
 *
 * @example const log = createLog({ level: 'debug', write: (entry) => report(entry) })
 */
export function createLog(options: LogOptions = {}): Log {
  const { level = 'warn', write = writeToConsole } = Object(options) as LogOptions
  // A lone word is a level in the wrong place.
  const last = Object(options) === options ? LOG_LEVELS.indexOf(level) : -1
  const wrong = last < 0 ? 'level' : typeof write === 'function' ? undefined : 'write'
  if (wrong) throw wrongParam(`log ${wrong}`)
  const at = (name: keyof Log, index: number) => (message: string, fields?: LogFields) => {
    if (index >= last) return
    try {
      write({ level: name, message, ...(fields && { fields: hideSecrets(fields) }) })
    } catch {
      // A call does not fail because it cannot be written about.
    }
  }
  // All but `off` and `all`, which only limit.
  const names = LOG_LEVELS.slice(1, -1) as (keyof Log)[]
  return Object.fromEntries(names.map((name, index) => [name, at(name, index)])) as unknown as Log
}

/** The number of an error is no secret, and much asked for. */
const SECRET = /^(?!error_?code$).*(token|password|secret|code|authorization|cookie|sign)/i

/** A copy as JSON has it, at any depth. What cannot be copied cannot be checked. */
function hideSecrets(fields: LogFields): LogFields {
  try {
    return JSON.parse(
      JSON.stringify(fields, (key, value) =>
        SECRET.test(key) ? HIDDEN : value instanceof Error ? String(value) : value,
      ),
    )
  } catch {
    return { fields: HIDDEN }
  }
}

const HIDDEN = '[hidden]'

function writeToConsole({ level, message, fields }: LogEntry): void {
  // biome-ignore lint/suspicious/noConsole: a page's console is where its developer looks
  console[level]('[awan]', message, ...(fields ? [fields] : []))
}
