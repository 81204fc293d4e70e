import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './id.ts'

/**
 * Closes secrets that we must be able to read again (an authenticator's seed, the key of a webhook),
 * so that a copy of the database alone tells nobody. A text opens only for the purpose and the
 * owner that it was closed for: it cannot be moved to another row.
 */
export interface Seal {
  close(text: string, owner: string): string
  /** Throws when it was not closed by us for this owner. */
  open(sealed: string, owner: string): string
}

export function createSeal({
  key,
  purpose,
  random,
}: {
  key: Buffer
  purpose: string
  random: Random
}): Seal {
  const sealKey = Buffer.from(hkdfSync('sha256', key, '', `awan seal ${purpose}`, 32))
  return {
    close(text, owner) {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
      return decipher.update(bytes.subarray(tagEnd), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
