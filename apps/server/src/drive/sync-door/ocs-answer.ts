import type { FastifyReply } from 'fastify'
import { escapeXml } from '../webdav/write-xml.ts'

/** What an answer is about, as JSON has it. */
export type OcsData =
  | string
  | number
  | boolean
  | null
  | readonly OcsData[]
  | { [name: string]: OcsData }

/** How the answer is to be written, by its path and its query. */
export interface OcsForm {
  /** The first and the second version of the protocol call success by different numbers. */
  version: 1 | 2
  isJson: boolean
}

export interface OcsOutcome {
  status: number
  message: string
  data: OcsData
}

export function parseOcsForm(url: string, accept: string | undefined): OcsForm {
  const [path = '', query = ''] = url.split('?', 2)
  const format = new URLSearchParams(query).get('format')
  const isJson = format === null ? (accept ?? '').includes('application/json') : format === 'json'
  return { version: path.includes('/v1.php') ? 1 : 2, isJson }
}

export function sendOcs(
  reply: FastifyReply,
  { version, isJson }: OcsForm,
  { status, message, data }: OcsOutcome,
): FastifyReply {
  const isGood = status === 200
  const meta = {
    status: isGood ? 'ok' : 'failure',
    statuscode: isGood && version === 1 ? 100 : status === 401 ? 997 : status,
    message,
  }
  reply.code(status).header('cache-control', 'no-store')
  if (isJson)
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ocs: { meta, data } }))
  return reply
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0"?>\n<ocs>${toElements({ meta, data })}</ocs>\n`)
}

function toElements(given: OcsData): string {
  if (given === null || given === false) return ''
  if (given === true) return '1'
  if (typeof given !== 'object') return escapeXml(String(given))
  const entries: [string, OcsData][] = Array.isArray(given)
    ? given.map((one: OcsData) => ['element', one])
    : Object.entries(given)
  return entries.map(([name, value]) => `<${name}>${toElements(value)}</${name}>`).join('')
}
