import type { FormatToken } from './parse-format.ts'

/** `# ?/?`: the nearest fraction whose lower number has so many digits, or the one that is written. */
export function formatFraction(value: number, tokens: readonly FormatToken[], tag: string): string {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash')
  const before = tokens.slice(0, slash).filter(({ kind }) => kind === 'digits')
  const below = tokens.slice(slash + 1).find(({ kind }) => kind === 'digits')
  const digits = below?.kind === 'digits' ? below.text : '?'
  const hasWhole = before.length > 1
  const whole = hasWhole ? Math.floor(value) : 0
  const wholeText = (number: number) => number.toLocaleString(tag, { useGrouping: false })
  const { over, under } = nearestFraction(value - whole, Math.min(digits.length, 3))
  if (over === 0) return wholeText(whole)
  if (over === under && hasWhole) return wholeText(whole + 1)
  const fraction = `${over}/${under}`
  return hasWhole && whole > 0 ? `${wholeText(whole)} ${fraction}` : fraction
}

function nearestFraction(value: number, digits: number): { over: number; under: number } {
  let best = { over: Math.round(value), under: 1 }
  let bestError = Math.abs(value - best.over)
  for (let under = 2; under < 10 ** digits; under += 1) {
    const over = Math.round(value * under)
    const error = Math.abs(value - over / under)
    if (error < bestError - 1e-12) {
      best = { over, under }
      bestError = error
    }
  }
  return best
}
