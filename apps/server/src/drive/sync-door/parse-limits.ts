import { ServiceError } from '@awan/protocol/errors'
import { elementsOf, textOf, type XmlElement } from '../webdav/read-xml.ts'

/** Which of what is found are told. */
export interface Limits {
  /** So many before them are left out. */
  first: number
  most: number
}

/** No more than that are told, whatever is asked for: clients keep all of them in memory. */
export const MOST = 10_000

/** `limit` with `nresults`, and `firstresult` in a namespace of the client's choice (RFC 5323, 5.17). */
export function parseLimits(element: XmlElement): Limits {
  const limit = elementsOf(element).find(({ name }) => name === 'limit')
  const inside = limit ? elementsOf(limit) : []
  const numberOf = (name: string) => {
    const found = inside.find((one) => one.name === name)
    return found && parseNumber(textOf(found).trim(), name)
  }
  return {
    first: numberOf('firstresult') ?? 0,
    most: Math.min(numberOf('nresults') ?? MOST, MOST),
  }
}

function parseNumber(text: string, name: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ServiceError('invalid_argument', { description: `${name} must be a whole number` })
}
