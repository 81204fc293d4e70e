import { tusMetadata } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { z } from 'zod'

export type TusMetadata = z.output<typeof tusMetadata>

/** `Upload-Metadata`: names, each with its value in Base64, separated by commas. */
export function parseMetadata(header: string | undefined): TusMetadata {
  const given = new Map<string, string>()
  for (const pair of header?.split(',') ?? []) {
    const [, name = '', value = ''] = PAIR.exec(pair.trim()) ?? []
    if (name === '' || given.has(name)) {
      throw new ServiceError('invalid_argument', {
        description:
          'Upload-Metadata must be a list of unique names, each with its value in Base64',
      })
    }
    given.set(name, Buffer.from(value, 'base64').toString())
  }
  const parsed = tusMetadata.safeParse({
    ...Object.fromEntries(given),
    filename: given.get('filename') ?? given.get('name'),
    filetype: given.get('filetype') ?? given.get('type'),
  })
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ServiceError('invalid_argument', {
    description: `Upload-Metadata is not valid: ${wrong.join('; ')}`,
  })
}

const PAIR = /^([^\s,]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/
