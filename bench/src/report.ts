import { arch, cpus, totalmem } from 'node:os'
import type { Figure } from './measurement.ts'

/** A table for people, then the same as JSON for machines. */
export function report(measurement: string, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    figure.target,
    `${format(figure.value)} ${figure.unit}`,
    figure.floor ? `${figure.floor.what}: ${format(figure.floor.value)} ${figure.unit}` : '',
    figure.floor ? format(figure.value / figure.floor.value) : '',
  ])
  const head = ['what', 'server', 'median', 'beside it', 'ratio']
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
      ...(figure.floor ? { ratio: figure.value / figure.floor.value } : {}),
    })),
  }
  return [line(head), line(rule), ...rows.map(line), '', JSON.stringify(json)].join('\n')
}

function format(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
