import { MAX_LABEL_LENGTH, MAX_LINK_PASSWORD_LENGTH, MAX_NOTE_LENGTH } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { collectBody } from '../../http/collect-body.ts'

/** As our own calls have them. */
const MAX_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['note', MAX_NOTE_LENGTH],
  ['label', MAX_LABEL_LENGTH],
  ['password', MAX_LINK_PASSWORD_LENGTH],
])

/** What a client says of a share: each field as text, or not at all. */
export class ShareForm {
  readonly #fields: ReadonlyMap<string, string>

  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields
  }

  text(name: string): string | undefined {
    const value = this.#fields.get(name)
    const max = MAX_LENGTHS.get(name)
    if (value === undefined || max === undefined || value.length <= max) return value
    throw wrong(`${name} has at most ${max} characters`)
  }

  flag(name: string): boolean | undefined {
    const value = this.#fields.get(name)
    if (value === undefined || value === '') return undefined
    if (/^(true|1)$/i.test(value)) return true
    if (/^(false|0)$/i.test(value)) return false
    throw wrong(`${name} must be true or false`)
  }

  number(name: string): number | undefined {
    const value = this.#fields.get(name)
    if (value === undefined || value === '') return undefined
    if (/^\d{1,9}$/.test(value)) return Number(value)
    throw wrong(`${name} must be a whole number`)
  }

  /** The last moment of a day, in UTC; null where there is to be none. */
  day(name: string): number | null | undefined {
    const value = this.#fields.get(name)
    if (value === undefined) return undefined
    if (value === '') return null
    const [, date] = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(value) ?? []
    const at = date === undefined ? Number.NaN : Date.parse(`${date}T23:59:59.999Z`)
    if (Number.isNaN(at)) throw wrong(`${name} must be a date such as 2026-12-31`)
    return at
  }
}

const MAX_BYTES = 64 * 1024

/** From the body, as a form or as JSON, and from the query of the address: clients differ. */
export async function readForm(request: FastifyRequest): Promise<ShareForm> {
  const length = request.headers['content-length']
  const body = await collectBody(request.raw, {
    declaredBytes: length === undefined ? undefined : Number(length),
    maxBytes: MAX_BYTES,
  })
  const text = body.toString('utf8')
  const isJson = text.trimStart().startsWith('{')
  return new ShareForm(
    new Map([...queryOf(request), ...(isJson ? parseJson(text) : new URLSearchParams(text))]),
  )
}

export function readQuery(request: FastifyRequest): ShareForm {
  return new ShareForm(new Map(queryOf(request)))
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}

function parseJson(text: string): [string, string][] {
  let given: object
  try {
    given = JSON.parse(text) as object
  } catch (cause) {
    throw new ServiceError('invalid_argument', { description: 'the body is not JSON', cause })
  }
  return Object.entries(given).flatMap(([name, value]) =>
    value === null || typeof value === 'object' ? [] : [[name, String(value)] as [string, string]],
  )
}

export function wrong(description: string): ServiceError {
  return new ServiceError('invalid_argument', { description })
}
