import {
  type AddressProblem,
  addressProblem,
  MAX_FETCHED_AT_ONCE,
} from '@awan/protocol/web-address'

/** What somebody has typed: one address in each line, and the first line that is none. */
export type ReadAddresses =
  | { urls: string[]; lines: number[] }
  | { problem: AddressProblem; line: number }
  | { problem: 'none' | 'many' }

export function readAddresses(typed: string): ReadAddresses {
  const all = typed.split('\n').map((text, at) => ({ text: text.trim(), line: at + 1 }))
  const addresses = all.filter(({ text }) => text !== '')
  for (const { text, line } of addresses) {
    const problem = addressProblem(text)
    if (problem !== undefined) return { problem, line }
  }
  if (addresses.length === 0) return { problem: 'none' }
  if (addresses.length > MAX_FETCHED_AT_ONCE) return { problem: 'many' }
  return { urls: addresses.map(({ text }) => text), lines: addresses.map(({ line }) => line) }
}
