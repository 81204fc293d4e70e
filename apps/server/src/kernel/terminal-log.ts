import { toPrintable } from './to-printable.ts'

interface Line {
  level?: string
  time?: string
  msg?: string
  method?: string
  url?: string
  status?: number
  ms?: number
  err?: { message?: string; stack?: string }
  [more: string]: unknown
}

/** The same log for somebody who watches a terminal: a short line instead of JSON. */
export function createTerminalLog(print: (text: string) => void): { write(line: string): void } {
  return { write: (line) => print(toPrintable(toText(JSON.parse(line) as Line))) }
}

function toText({ level, time, msg, method, url, status, ms, err, ...more }: Line): string {
  const clock = new Date(time ?? Date.now()).toTimeString().slice(0, 8)
  if (msg === 'request') return `${clock}  ${method} ${url}  ${status}  ${ms} ms`
  const rest = Object.entries(more).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const trace = err ? `\n${err.stack ?? err.message ?? ''}` : ''
  return `${clock}  ${level === 'info' ? '' : `${level}: `}${msg}${rest.join('')}${trace}`
}
