import { timingSafeEqual } from 'node:crypto'
import type { IdTokenAlgorithm } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { AppRow } from '../../db/tables.ts'
import { FIRST_PARTY_SCOPE, isFirstPartyClient, resolveClient } from '../clients/clients.ts'
import { selectApp } from './apps.store.ts'
import { hashAppSecret } from './apps.ts'
import { appScopes, cleanScope, isWithin, parseScope } from './scopes.ts'

/** A program that requests tokens: a first-party app or a registered one. */
export interface Client {
  id: string
  name: string
  description: string | null
  picture: string | null
  url: string | null
  isFirstParty: boolean
  isConfidential: boolean
  redirectUris: readonly string[]
  signOutUris: readonly string[]
  /** All that it may ask for. */
  scope: readonly string[]
  idTokenAlgorithm: IdTokenAlgorithm
  /** Always of one without a secret. */
  requiresPkce: boolean
}

export interface ClientProof {
  clientId: string | undefined
  clientSecret: string | undefined
}

export interface Clients {
  /** Undefined for one that is unknown or disabled. */
  find(reader: Reader, clientId: string): Promise<Client | undefined>
  /**
   * Throws `unauthorized_client` for an unknown client and for a wrong secret alike. A caller that
   * names no client is the web app, as everywhere.
   */
  authenticate(proof: ClientProof): Promise<Client>
}

export function createClients({ db, publicUrl }: { db: Database; publicUrl: string }): Clients {
  const ours = (id: string): Client => ({
    id,
    name: FIRST_PARTY_NAMES[id] ?? id,
    description: null,
    picture: null,
    url: publicUrl,
    isFirstParty: true,
    isConfidential: false,
    redirectUris: id === 'awan-web' ? [`${publicUrl}/callback`] : LOOPBACK_CALLBACKS,
    signOutUris: [],
    scope: [...FIRST_PARTY_SCOPE.split(' '), 'openid', 'email', 'phone'],
    idTokenAlgorithm: 'ES256',
    requiresPkce: true,
  })

  return {
    async find(reader, clientId) {
      if (isFirstPartyClient(clientId)) return ours(clientId)
      const app = await selectApp(reader, clientId)
      return app?.is_enabled === 1 ? toClient(app) : undefined
    },

    async authenticate({ clientId, clientSecret }) {
      if (!clientId || isFirstPartyClient(clientId)) return ours(resolveClient(clientId))
      const app = await db.read((reader) => selectApp(reader, clientId))
      if (app?.is_enabled !== 1 || !isSecretOf(app, clientSecret)) {
        throw new ServiceError('unauthorized_client', {
          description: 'the client is not registered, or its secret is wrong',
        })
      }
      return toClient(app)
    },
  }
}

/** What a client asks for, in its own words, or all that it may have when it asks for nothing. */
export function resolveScope(client: Client, wanted: string | undefined): string {
  const scope = parseScope(wanted)
  if (scope.length === 0) {
    return client.isFirstParty ? FIRST_PARTY_SCOPE : client.scope.join(' ')
  }
  if (!isWithin(scope, client.scope)) {
    throw new ServiceError('invalid_scope', {
      description: `scope: this client may request ${client.scope.join(', ')}`,
    })
  }
  return cleanScope(wanted)
}

const FIRST_PARTY_NAMES: Readonly<Record<string, string>> = {
  'awan-web': 'Awan',
  'awan-cli': 'Awan CLI',
  'awan-desktop': 'Awan Desktop',
}
const LOOPBACK_CALLBACKS = ['http://127.0.0.1/callback', 'http://[::1]/callback']

function isSecretOf({ secret_hash }: AppRow, secret: string | undefined): boolean {
  // A public app has nothing to prove; whatever it sends as a secret says nothing.
  if (secret_hash === null) return true
  const given = Buffer.from(hashAppSecret(secret ?? ''))
  const kept = Buffer.from(secret_hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}

function toClient(app: AppRow): Client {
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    picture: app.picture,
    url: app.url,
    isFirstParty: false,
    isConfidential: app.secret_hash !== null,
    redirectUris: JSON.parse(app.redirect_uris) as string[],
    signOutUris: JSON.parse(app.sign_out_uris) as string[],
    // Rows are written by people too: what an app may never have, it does not get from here either.
    scope: parseScope(app.scope).filter((name) => isWithin([name], appScopes)),
    idTokenAlgorithm: app.id_token_alg,
    requiresPkce: app.requires_pkce === 1 || app.secret_hash === null,
  }
}
