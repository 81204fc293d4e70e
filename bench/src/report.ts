import { arch, cpus, totalmem } from 'node:os'
import { type Asked, type Figure, isHeld, toRatio } from './measurement.ts'

/** A table for people, then the same as JSON for machines. */
export function report(measurement: string, figures: readonly Figure[]): string {
  const { head, rows } = toCells(figures)
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width))
  const json = {
    measurement,
    node: process.version,
    machine: { cores: cpus().length, cpu: cpus()[0]?.model ?? arch(), memoryBytes: totalmem() },
    figures: figures.map((figure) => ({
      ...figure,
      ratio: toRatio(figure.value, figure.floor),
      held: isHeld(figure),
    })),
  }
  return [line(head), line(rule), ...rows.map(line), '', JSON.stringify(json)].join('\n')
}

/** The same table for a page of the documentation. */
export function toMarkdown(figures: readonly Figure[]): string {
  const { head, rows } = toCells(figures)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function toCells(figures: readonly Figure[]): { head: string[]; rows: string[][] } {
  const isAsked = figures.some(({ asked }) => asked !== undefined)
  const rows = figures.map((figure) => [
    figure.what,
    figure.target,
    `${format(figure.value)} ${figure.unit}`,
    describeFloor(figure),
    format(toRatio(figure.value, figure.floor)),
    ...(isAsked ? [describeAsked(figure.asked, figure.unit), describeHeld(figure)] : []),
  ])
  const head = ['what', 'server', 'median', 'compared with', 'ratio']
  if (isAsked) head.push('target', 'met')
  return { head, rows }
}

function describeFloor({ floor, unit }: Figure): string {
  if (!floor) return ''
  return `${floor.what}: ${floor.value === undefined ? 'not available' : `${format(floor.value)} ${unit}`}`
}

function describeAsked(asked: Asked | undefined, unit: string): string {
  if (!asked) return ''
  const [word, limit] =
    'atLeast' in asked
      ? (['at least', asked.atLeast] as const)
      : (['at most', asked.atMost] as const)
  const text = limit.toLocaleString('en')
  return `${word} ${asked.of === 'ratio' ? `${text} of it` : `${text} ${unit}`}`
}

function describeHeld(figure: Figure): string {
  if (!figure.asked) return ''
  const held = isHeld(figure)
  return held === undefined ? 'unknown' : held ? 'yes' : 'NO'
}

function format(value: number | undefined): string {
  if (value === undefined) return ''
  const digits = value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
