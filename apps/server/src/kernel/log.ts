import { type Logger, pino } from 'pino'
import { hideSecrets } from './hide-secrets.ts'

export type Log = Logger
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'all'

/** Structured logs, one JSON object a line, times in UTC, on standard output unless told. */
export function createLog(level: LogLevel, stream?: { write(line: string): void }): Log {
  return pino(
    {
      level: level === 'off' ? 'silent' : level === 'all' ? 'trace' : level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
    },
    ...(stream ? [stream] : []),
  )
}
