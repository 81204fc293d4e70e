import { generateKeyPairSync } from 'node:crypto'
import Database from 'better-sqlite3'
import { Provider } from 'oidc-provider'

// oidc-provider with refresh tokens that work once, as ours do. Its entries are on SQLite, as safe as
// ours against a power cut; or in a map, the fastest store there can be, which keeps nothing. (Its own
// store in memory forgets all but the last thousand entries, and with them tokens in use.)
function createMapStore() {
  const entries = new Map()
  return {
    get: (key) => entries.get(key),
    set: (key, payload) => entries.set(key, payload),
    delete: (key) => entries.delete(key),
  }
}

function createSqliteStore(path) {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table entries (key text primary key, payload text) strict, without rowid')
  const get = database.prepare('select payload from entries where key = ?').pluck()
  const set = database.prepare('insert or replace into entries values (?, ?)')
  const remove = database.prepare('delete from entries where key = ?')
  return {
    get(key) {
      const payload = get.get(key)
      return payload === undefined ? undefined : JSON.parse(payload)
    },
    set: (key, payload) => set.run(key, JSON.stringify(payload)),
    delete: (key) => remove.run(key),
  }
}

class Adapter {
  constructor(model) {
    this.keyOf = (id) => `${model}:${id}`
  }
  async upsert(id, payload) {
    store.set(this.keyOf(id), payload)
  }
  async find(id) {
    return store.get(this.keyOf(id))
  }
  async consume(id) {
    const key = this.keyOf(id)
    store.set(key, { ...store.get(key), consumed: Math.floor(Date.now() / 1000) })
  }
  async destroy(id) {
    store.delete(this.keyOf(id))
  }
  async findByUid() {}
  async findByUserCode() {}
  async revokeByGrantId() {}
}

const [count = '1', path] = process.argv.slice(2)
const store = path === undefined ? createMapStore() : createSqliteStore(path)
const HOUR = 3600
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const client = {
  client_id: 'bench',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://127.0.0.1/callback'],
  id_token_signed_response_alg: 'ES256',
}
const provider = new Provider('http://127.0.0.1', {
  adapter: Adapter,
  clients: [client],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' }] },
  rotateRefreshToken: true,
  ttl: { AccessToken: HOUR, IdToken: HOUR, RefreshToken: 720 * HOUR, Grant: 720 * HOUR },
  features: { devInteractions: { enabled: false } },
  findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
})

const refreshTokens = []
for (let i = 0; i < Number(count); i++) {
  const accountId = `person-${i}`
  const grant = new provider.Grant({ accountId, clientId: client.client_id })
  grant.addOIDCScope('openid offline_access')
  const grantId = await grant.save()
  const token = new provider.RefreshToken({
    accountId,
    client: await provider.Client.find(client.client_id),
    grantId,
    gty: 'authorization_code',
    scope: 'openid offline_access',
  })
  refreshTokens.push(await token.save())
}
const server = provider.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`
  console.log(JSON.stringify({ url, refreshTokens }))
})
process.once('SIGTERM', () => process.exit())
