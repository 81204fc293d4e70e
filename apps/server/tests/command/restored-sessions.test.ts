import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import type { Tables } from '../../src/db/tables.ts'
import { runAwan } from '../testing/awan.ts'
import { type Backend, onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

/** What a restore leaves out, and what stays of it with `--keep-sessions`. */
const LEFT_OUT = [
  'refresh_tokens',
  'trusted_devices',
  'app_passwords',
  'verifications',
  'authorization_codes',
  'device_codes',
  'provider_states',
  'provider_tokens',
  'outgoing_messages',
] as const satisfies (keyof Tables)[]

onEachBackend((prepare) => {
  test('a restore ends all sessions, and drops trusted devices, app passwords, open codes and waiting messages, unless it is to keep them', {
    timeout: 180_000,
  }, async () => {
    const backend = await prepare()
    const folder = await mkdtemp(join(tmpdir(), 'awan-sessions-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { email, accessToken } = await begin(backend)
    expect(await runAwan(backend, 'backup', folder, '--json')).toMatchObject({ code: 0 })
    const before = await look(backend)
    expect(before).toMatchObject({ open: 1, deliveries: 2 })
    for (const table of LEFT_OUT) expect(before.rows[table], table).toBeGreaterThan(0)

    const target = await prepare('empty')
    expect(await runAwan(target, 'restore', folder, '--json')).toMatchObject({ code: 0 })
    expect(await look(target)).toEqual({
      open: 0,
      deliveries: 1,
      rows: Object.fromEntries(LEFT_OUT.map((table) => [table, 0])),
    })
    {
      await using server = await startServer(target)
      expect(await statusOf(server.url, accessToken)).toBe(401)
      const { client } = createPerson(server.url, email)
      await client.signIn.withPassword({ username: email, password: PASSWORD })
    }

    const moved = await prepare('empty')
    const kept = await runAwan(moved, 'restore', folder, '--keep-sessions', '--json')
    expect(kept).toMatchObject({ code: 0 })
    expect(await look(moved)).toEqual(before)
    await using server = await startServer(moved)
    expect(await statusOf(server.url, accessToken)).toBe(200)
  })
})

/** One person, signed in, and of everything that a restore leaves out one more row. */
async function begin(backend: Backend): Promise<{ email: string; accessToken: string }> {
  const { email, client } = await (async () => {
    await using server = await startServer(backend)
    return await createSignedUpPerson(server.url)
  })()
  const { access_token } = JSON.parse(client.runtime.storage.get('credentials_awan-cli') ?? '{}')
  await using db = await openDatabase(backend.database)
  const now = Date.now()
  const later = { created_at: now, expires_at: now + 600_000 }
  const code = { hash: 'h', client_id: 'awan-cli', scope: '', source_session_id: null }
  const delivery = { webhook_id: 'w', body: '{}', attempts: 0, last_status: null, created_at: now }
  await db.write(async (writer) => {
    const { sub } = await writer.selectFrom('users').select('sub').executeTakeFirstOrThrow()
    await writer
      .insertInto('trusted_devices')
      .values({
        id: 't',
        sub,
        device_id: 'd',
        token_hash: 'h',
        name: null,
        last_used_at: now,
        ...later,
      })
      .execute()
    await writer
      .insertInto('app_passwords')
      .values({
        ...{ id: 'p', sub, hash: 'h', name: 'Laptop', read_only: 0, created_at: now },
        ...{ folder_drive_id: null, folder_id: null, expires_at: null },
        ...{ last_used_at: null, last_address: null, last_user_agent: null },
      })
      .execute()
    await writer
      .insertInto('authorization_codes')
      .values({
        ...{ ...code, ...later, sub, redirect_uri: 'https://app.example/back', code_challenge: '' },
        ...{ nonce: null, session_id: null, used_at: null },
      })
      .execute()
    await writer
      .insertInto('device_codes')
      .values({
        ...{ ...code, ...later, user_code: 'ABCD', meta: '{}', state: 'ACCOMPLISHED', sub },
        ...{ interval_ms: 5_000, polled_at: null, used_at: null },
      })
      .execute()
    await writer
      .insertInto('provider_states')
      .values({
        ...{ hash: 'h', provider_id: 'p', client_id: 'awan-cli', device_id: null, nonce: 'n' },
        ...{ redirect_uri: 'https://app.example/back', code_verifier: null, used_at: null },
        expires_at: later.expires_at,
      })
      .execute()
    await writer
      .insertInto('provider_tokens')
      .values({
        ...{ hash: 'h', provider_id: 'p', provider_user_id: 'u', profile: '{}', used_at: null },
        expires_at: later.expires_at,
      })
      .execute()
    await writer
      .insertInto('outgoing_messages')
      .values({ id: 'o', message: '{}', attempts: 0, next_at: now + 600_000, created_at: now })
      .execute()
    await writer
      .insertInto('webhooks')
      .values({
        ...{ id: 'w', url: 'https://hook.example', secret: 's', event_types: '[]', is_enabled: 0 },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
    await writer
      .insertInto('webhook_deliveries')
      .values([
        { ...delivery, id: 'waiting', next_at: now + 600_000, delivered_at: null },
        { ...delivery, id: 'delivered', next_at: null, delivered_at: now },
      ])
      .execute()
  })
  return { email, accessToken: access_token }
}

async function look(backend: Backend) {
  await using db = await openDatabase(backend.database)
  return db.read(async (reader) => {
    const count = async (table: keyof Tables) =>
      (await reader.selectFrom(table).selectAll().execute()).length
    const sessions = await reader.selectFrom('sessions').select('ended_at').execute()
    const rows: Record<string, number> = {}
    for (const table of LEFT_OUT) rows[table] = await count(table)
    const open = sessions.filter(({ ended_at }) => ended_at === null).length
    return { open, deliveries: await count('webhook_deliveries'), rows }
  })
}

async function statusOf(url: string, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await fetch(`${url}/v1/user/me`, { headers })).status
}
