import { toPrintable } from '../kernel/to-printable.ts'

/** Where a command speaks: results on standard output, everything else on standard error. */
export interface Terminal {
  /** Whether the result is one JSON value and nothing else. */
  readonly isJson: boolean
  /** For people; nothing where the result is JSON. */
  print(line: string): void
  complain(line: string): void
  /** The result, once: as JSON where that is asked for, in words otherwise. */
  result(value: unknown, words: string): void
  /** A bar that is drawn over itself; nothing where nobody looks on. */
  progress(label: string, done: number, total: number | undefined, shown?: Shown): void
  /** Takes the bar away. */
  endProgress(): void
  /** The same with its result on standard error: standard output carries something else. */
  aside(): Terminal
}

type Shown = (amount: number) => string

export interface TerminalStreams {
  stdout: { write(piece: string | Uint8Array, done?: (error?: Error | null) => void): unknown }
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number }
}

export function createTerminal(
  { stdout, stderr }: TerminalStreams,
  isJson: boolean,
  now: () => number = () => performance.now(),
): Terminal {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  const clear = () => {
    if (isDrawn) stderr.write('\r\u001b[K')
    isDrawn = false
  }
  return {
    isJson,
    print(line) {
      clear()
      if (!isJson) stdout.write(`${toPrintable(line)}\n`)
    },
    complain(line) {
      clear()
      stderr.write(`${toPrintable(line)}\n`)
    },
    result(value, words) {
      clear()
      stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : `${toPrintable(words)}\n`)
    },
    progress(label, done, total, shown = String) {
      if (!stderr.isTTY || now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      isDrawn = true
      const line = drawBar(label, done, total, shown)
      stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`)
    },
    endProgress() {
      clear()
      drawnAt = Number.NEGATIVE_INFINITY
    },
    aside: () => createTerminal({ stdout: stderr, stderr }, isJson, now),
  }
}

const REDRAW_MS = 100
const BAR_COLUMNS = 24

function drawBar(label: string, done: number, total: number | undefined, shown: Shown): string {
  if (total === undefined || total === 0) return `${label}: ${shown(done)}`
  const part = Math.min(done / total, 1)
  const filled = Math.round(part * BAR_COLUMNS)
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_COLUMNS - filled)
  return `${label} [${bar}] ${Math.floor(part * 100)} % (${shown(done)} of ${shown(total)})`
}
