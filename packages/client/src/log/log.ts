import type { LOG_LEVELS } from '../constants.ts'

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
