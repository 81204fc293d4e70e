import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyCredential, UsedPasskeyCredential } from '@awan/protocol/account'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { PUBLIC_URL } from '../testing.ts'

/** What a dishonest site, browser or authenticator would change. */
export interface Lies {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  counter?: number
  isUserVerified?: boolean
  userHandle?: string | null
  id?: string
}

/** An authenticator in software: one key, discoverable, with a counter. */
export interface TestAuthenticator {
  readonly id: string
  create(options: { challenge: string; user: { id: string } }, lies?: Lies): NewPasskeyCredential
  use(options: { challenge: string }, lies?: Lies): UsedPasskeyCredential
}

export function createTestAuthenticator(): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle: string | undefined

  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x ?? '', 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y ?? '', 'base64url'))],
    ]),
  )

  function authenticatorData(lies: Lies, attested?: Buffer): Buffer {
    const isUserVerified = lies.isUserVerified ?? true
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | (attested ? ATTESTED : 0)
    const { hostname } = new URL(PUBLIC_URL)
    return Buffer.concat([
      sha256(lies.rpId ?? hostname),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ])
  }

  return {
    id,

    create({ challenge, user }, lies = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(lies, attested))],
        ]),
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    use({ challenge }, lies = {}) {
      const data = authenticatorData(lies)
      const client = clientData('webauthn.get', challenge, lies)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: lies.id ?? id,
        rawId: lies.id ?? id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle === undefined ? userHandle : lies.userHandle,
        },
      }
    },
  }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

function clientData(type: string, challenge: string, lies: Lies): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? PUBLIC_URL,
      crossOrigin: false,
    }),
  )
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
