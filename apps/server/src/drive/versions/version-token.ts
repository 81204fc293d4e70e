import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'
import type { VersionKey } from './versions.store.ts'

/** Where the next page of a file's versions begins. */
export function toVersionToken({ created_at, id }: VersionKey): string {
  return toOpaqueToken([created_at, id])
}

export function parseVersionToken(token: string): VersionKey {
  const [created_at, id, ...rest] = parseOpaqueToken(token)
  const isWhole = Number.isSafeInteger(created_at) && typeof id === 'string' && ID.test(id)
  if (!isWhole || rest.length > 0) throw badToken()
  return { created_at: created_at as number, id }
}

const ID = /^[0-9A-Za-z_-]{1,64}$/
