import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Terminal } from './terminal.ts'

/** One command of `awan`, as it is typed behind it. */
export interface Command {
  name: string
  /** The arguments after the name, e.g. `[--repair]`. */
  usage: string
  /** One line for the list of commands. */
  summary: string
  /** What else `--help` says. */
  details: string
  options: ParseArgsOptionsConfig
  run(call: CommandCall): Promise<ExitCode>
}

export interface CommandCall {
  /** What was typed that is no option. */
  args: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
  config: Config
  terminal: Terminal
  /** For results that are bytes; resolves when they are taken. */
  writeOut(bytes: Uint8Array): Promise<void>
  /** The joined server, which listens to nobody; it is closed when the command ends. */
  open(): Promise<Context>
}

/** What scripts go by. */
export const exitCodes = {
  /** All is well. */
  ok: 0,
  /** The command did its work and found something wrong. */
  found: 1,
  /** It was called in a wrong way, or the settings are wrong. */
  usage: 2,
  /** It could not do its work. */
  failed: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A wrong call: told with the usage of the command, and without a stack. */
export class UsageError extends Error {}
