import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { createTerminal } from './terminal.ts'

function openTerminal({ isTTY, isJson = false }: { isTTY: boolean; isJson?: boolean }) {
  const said = { stdout: '', stderr: '' }
  let now = 0
  const terminal = createTerminal(
    {
      stdout: { write: (text) => (said.stdout += text) },
      stderr: { write: (text) => (said.stderr += text), isTTY, columns: 70 },
    },
    isJson,
    () => now,
  )
  return {
    said,
    terminal,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a terminal shows progress, updated at most ten times a second', () => {
  const { said, terminal, pass } = openTerminal({ isTTY: true })
  terminal.progress('Contents', 0, 2_000_000, formatBytes)
  terminal.progress('Contents', 500_000, 2_000_000, formatBytes)
  expect(said.stderr.split('\r')).toHaveLength(2)
  pass(100)
  terminal.progress('Contents', 1_500_000, 2_000_000, formatBytes)
  expect(said.stderr.split('\r').at(-1)).toBe(
    '\u001b[KContents [##################------] 75 % (1.5 MB of 2.0 MB)',
  )
  terminal.print('a line takes its place')
  expect(said.stderr.endsWith('\r\u001b[K')).toBe(true)
  expect(said.stdout).toBe('a line takes its place\n')
})

test('what strangers have named cannot steer the terminal', () => {
  const { said, terminal } = openTerminal({ isTTY: true })
  terminal.print('Firefox\u009b2J\u001b]0;x\u0007\u202e')
  terminal.complain('a\rb')
  terminal.result({}, 'one\n\u009b1Atwo')
  expect(said.stdout).toBe('Firefox 2J ]0;x  \none\n 1Atwo\n')
  expect(said.stderr).toBe('a b\n')
})

test('a script gets no progress bar, and with JSON output exactly one value', () => {
  const { said, terminal } = openTerminal({ isTTY: false, isJson: true })
  terminal.progress('Contents', 1, 2)
  terminal.print('for people')
  terminal.endProgress()
  terminal.result({ ok: true }, 'all is well')
  expect(said.stderr).toBe('')
  expect(JSON.parse(said.stdout)).toEqual({ ok: true })
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [123_456, '123 kB'],
  [5_000_000_000, '5.0 GB'],
  [7.2e18, '7200 PB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
