import { type Logger, pino } from 'pino'

export type Log = Logger
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'all'

/** Whatever carries one of these names is hidden, wherever it stands in a logged object. */
const SECRET_NAMES = [
  'password',
  'new_password',
  'access_token',
  'refresh_token',
  'verification_token',
  'verification_code',
  'sudo_token',
  'captcha_token',
  'client_secret',
  'authorization',
  'cookie',
  'token',
  'secret',
]

/** Structured logs on standard output, one JSON object a line, times in UTC. */
export function createLog(level: LogLevel, stream?: { write(line: string): void }): Log {
  return pino(
    {
      level: level === 'off' ? 'silent' : level === 'all' ? 'trace' : level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
    },
    ...(stream ? [stream] : []),
  )
}
