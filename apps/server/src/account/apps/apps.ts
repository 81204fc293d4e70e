import { createHash } from 'node:crypto'
import type { IdTokenAlgorithm } from '@awan/protocol/account'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Reader, Writer } from '../../db/database.ts'
import type { AppRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createSecret, type Random } from '../../kernel/id.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { deleteApp, insertApp, selectApp, selectApps, updateApp } from './apps.store.ts'
import { findRedirectUriProblem } from './redirect-uri.ts'
import { appScopes, isWithin, parseScope } from './scopes.ts'

export { countApps } from './apps.store.ts'

/** What an administrator says about an app of somebody else. */
export interface AppFields {
  name: string
  description: string | null
  picture: string | null
  url: string | null
  redirectUris: readonly string[]
  signOutUris: readonly string[]
  /** All that it may ever ask for, space-separated. */
  scope: string
  idTokenAlgorithm: IdTokenAlgorithm
  requiresPkce: boolean
  isEnabled: boolean
}

/** The registered apps, for their administration. Recording events is up to the caller. */
export interface Apps {
  list(reader: Reader): Promise<AppRow[]>
  find(reader: Reader, id: string): Promise<AppRow | undefined>
  /** A confidential app gets a secret, which is shown this once. */
  register(
    writer: Writer,
    app: AppFields & { isConfidential: boolean; createdBy: string },
  ): Promise<{ row: AppRow; secret: string | undefined }>
  /** Disabling an app ends its sessions. Undefined when there is no such app. */
  update(writer: Writer, id: string, changes: Partial<AppFields>): Promise<AppRow | undefined>
  /** The old secret stops working; a public app becomes a confidential one. */
  renewSecret(writer: Writer, id: string): Promise<string | undefined>
  /** Ends its sessions too. False when there is no such app. */
  remove(writer: Writer, id: string): Promise<boolean>
}

export function createApps({
  clock,
  random,
  sessions,
}: {
  clock: Clock
  random: Random
  sessions: Sessions
}): Apps {
  return {
    list: selectApps,
    find: selectApp,

    async register(writer, { isConfidential, createdBy, ...app }) {
      const nowMs = clock.now()
      if (!isConfidential) requirePkce(app)
      const secret = isConfidential ? createSecret(random) : undefined
      const row: AppRow = {
        ...toColumns(app),
        id: createId(random, nowMs),
        secret_hash: secret === undefined ? null : hashAppSecret(secret),
        created_by: createdBy,
        created_at: nowMs,
        updated_at: nowMs,
      }
      await insertApp(writer, row)
      return { row, secret }
    },

    async update(writer, id, changes) {
      const row = await updateApp(writer, id, { ...toColumns(changes), updated_at: clock.now() })
      if (row?.secret_hash === null) requirePkce(changes)
      if (row?.is_enabled === 0) await sessions.endOfClient(writer, { clientId: id })
      return row
    },

    async renewSecret(writer, id) {
      const secret = createSecret(random)
      const changes = { secret_hash: hashAppSecret(secret), updated_at: clock.now() }
      return (await updateApp(writer, id, changes)) && secret
    },

    async remove(writer, id) {
      await sessions.endOfClient(writer, { clientId: id })
      return deleteApp(writer, id)
    },
  }
}

/** 256 bits of chance need no slow hash. */
export function hashAppSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

type Columns<F extends Partial<AppFields>> = F extends AppFields
  ? Omit<AppRow, 'id' | 'secret_hash' | 'created_by' | 'created_at' | 'updated_at'>
  : Partial<AppRow>

function toColumns<F extends Partial<AppFields>>(fields: F): Columns<F> {
  const { redirectUris, signOutUris, scope, idTokenAlgorithm, requiresPkce, isEnabled, ...texts } =
    fields
  requireUris(redirectUris ?? [], 'redirect_uris')
  requireUris(signOutUris ?? [], 'sign_out_uris')
  return {
    ...texts,
    ...(redirectUris && { redirect_uris: JSON.stringify(redirectUris) }),
    ...(signOutUris && { sign_out_uris: JSON.stringify(signOutUris) }),
    ...(scope !== undefined && { scope: requireAppScope(scope) }),
    ...(requiresPkce !== undefined && { requires_pkce: requiresPkce ? 1 : 0 }),
    ...(idTokenAlgorithm && { id_token_alg: idTokenAlgorithm }),
    ...(isEnabled !== undefined && { is_enabled: isEnabled ? 1 : 0 }),
  } as Columns<F>
}

function requireUris(uris: readonly string[], field: string): void {
  for (const uri of uris) {
    const problem = findRedirectUriProblem(uri)
    if (problem === undefined) continue
    throw new ServiceError('invalid_argument', {
      description: `${field}: ${problem}`,
      details: [{ '@type': ERROR_INFO, reason: problem, domain: 'request', metadata: { field } }],
    })
  }
}

/** Nothing else protects the codes of an app without a secret. */
function requirePkce({ requiresPkce }: Partial<AppFields>): void {
  if (requiresPkce !== false) return
  throw new ServiceError('invalid_argument', {
    description: 'requires_pkce: an app without a secret must use PKCE',
  })
}

function requireAppScope(text: string): string {
  const scope = parseScope(text)
  if (scope.length > 0 && isWithin(scope, appScopes)) return scope.join(' ')
  throw new ServiceError('invalid_scope', {
    description: `scope: an app can have ${appScopes.join(', ')}`,
  })
}
