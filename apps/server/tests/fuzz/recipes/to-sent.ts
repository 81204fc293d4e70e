import { createHash, randomInt } from 'node:crypto'
import type { Operation } from '../read-api.ts'
import type { SentRequest } from '../send.ts'
import type { Ready } from './recipe.ts'

/** The request as it goes over the wire. */
export function toSent(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { by, params = {}, query = {}, headers = {}, body }: Ready,
): SentRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    method,
    path: search ? `${filled}?${search}` : filled,
    headers: {
      'content-type': 'application/json',
      'x-client-id': 'awan-cli',
      'x-device-id': DEVICE,
      'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`,
      ...(by?.token && { authorization: `Bearer ${by.token}` }),
      ...(by?.sudoToken && { 'x-sudo-token': by.sudoToken }),
      ...headers,
    },
    body: body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  }
}

/** The one of `openRaw`, where everybody of the recipes has signed up. */
const DEVICE = createHash('md5').update('a device').digest('hex')
