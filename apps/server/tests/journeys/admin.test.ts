import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { createWaysIn } from '@awan/client/ways-in'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer, type TestServer } from '../testing/server.ts'

/** The first person of a server is its administrator. */
async function openAdmin({ url, clock }: TestServer) {
  const { client } = await createSignedUpPerson(url)
  clock.advance(1)
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  return { client, admin: createAdmin(client), sudo_token }
}

onEachBackend((prepare) => {
  test('an administrator finds, freezes and unfreezes a person, and the audit log records the reason', async () => {
    await using server = await startServer(await prepare())
    const { admin, sudo_token } = await openAdmin(server)
    const { client, email } = await createSignedUpPerson(server.url)
    const { sub } = await client.user.me()
    const { users, overview, events } = admin
    expect(await overview()).toMatchObject({ users: { total: 2 }, administrators: 1 })
    expect((await users.search({ query: email })).users).toMatchObject([{ sub, status: 'ACTIVE' }])
    const page = await users.search({ limit: 1 })
    expect(page.users).toMatchObject([{ sub }])
    const rest = await users.search({ limit: 1, page_token: page.next_page_token })
    expect(rest.users).toMatchObject([{ is_administrator: true }])
    expect(await users.get(sub)).toMatchObject({ email, methods: { password: true } })

    const reason = 'reported as stolen'
    const frozen = await users.setStatus(sub, { status: 'FROZEN', reason, sudo_token })
    expect(frozen.status).toBe('FROZEN')
    await expect(client.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
    expect((await users.search({ status: 'FROZEN' })).users).toMatchObject([{ sub }])
    server.clock.advance(1)
    await users.setStatus(sub, { status: 'ACTIVE', sudo_token })
    const typed = { username: email, password: PASSWORD }
    await client.signIn.withPassword(typed)
    const told = await events({ sub, limit: 50 })
    expect(JSON.stringify(told.events)).toContain(reason)

    expect(await users.endSessions(sub, { sudo_token })).toEqual({ ended: 1 })
    await client.signIn.withPassword(typed)
    await users.requirePasswordReset(sub, { sudo_token })
    await expect(client.signIn.withPassword(typed)).rejects.toMatchObject({
      error: 'password_reset_required',
    })
  })

  test('an administrator sees storage usage, jobs and health, and sets a quota', async () => {
    await using server = await startServer(await prepare())
    const { admin, sudo_token } = await openAdmin(server)
    const { client } = await createSignedUpPerson(server.url)
    const { sub } = await client.user.me()
    await createDriveClient(client).paths.put('note.txt', new Blob(['a note']))
    const { usage, total } = await admin.usage.list()
    expect(usage[0]).toMatchObject({ sub, used_bytes: 6, files: 1 })
    expect(total).toEqual({ people: 2, used_bytes: 6 })
    await expect(createAdmin(client).usage.list()).rejects.toMatchObject({
      error: 'permission_denied',
    })
    expect(await admin.usage.setQuota(sub, { quota_bytes: 4, sudo_token })).toMatchObject({
      quota_bytes: 4,
    })
    await expect(
      createDriveClient(client).paths.put('more.txt', new Blob(['more'])),
    ).rejects.toMatchObject({ error: 'resource_exhausted' })

    expect(await admin.usage.jobs()).toMatchObject({ tasks: { failed: 0 }, jobs: [] })
    const { version, parts, disk } = await admin.health()
    expect(version).toMatch(/^\d/)
    expect(parts.map(({ name, is_ok }) => [name, is_ok])).toEqual([
      ['database', true],
      ['blobs', true],
      ['mail', true],
    ])
    expect(disk?.free_bytes).toBeLessThan(disk?.total_bytes ?? 0)
  })

  test('an administrator promotes, demotes and deletes another person, and cannot demote the last administrator', async () => {
    await using server = await startServer(await prepare())
    const { client, admin, sudo_token } = await openAdmin(server)
    const other = await createSignedUpPerson(server.url)
    const { sub } = await other.client.user.me()
    const own = (await client.user.me()).sub
    const { users } = admin
    const demote = (who: string) =>
      users.setAdministrator(who, { is_administrator: false, sudo_token })
    await expect(demote(own)).rejects.toMatchObject({ error: 'failed_precondition' })
    const promoted = await users.setAdministrator(sub, { is_administrator: true, sudo_token })
    expect(promoted.is_administrator).toBe(true)
    expect(await createAdmin(other.client).overview()).toMatchObject({ administrators: 2 })
    expect((await demote(sub)).is_administrator).toBe(false)
    await expect(createAdmin(other.client).overview()).rejects.toMatchObject({
      error: 'permission_denied',
    })
    const off = users.turnOffSecondStep(sub, { sudo_token })
    await expect(off).rejects.toMatchObject({ error: 'failed_precondition' })
    const removed = await users.remove(sub, { sudo_token })
    expect(removed).toMatchObject({ status: 'DELETING', deletion_due_at: expect.any(String) })
  })

  test('an administrator registers an app, changes it, renews its secret and removes it', async () => {
    await using server = await startServer(await prepare())
    const { admin, sudo_token } = await openAdmin(server)
    const { app, client_secret } = await admin.apps.register({
      name: 'Notes',
      redirect_uris: ['https://notes.example/callback'],
      scope: 'openid profile',
      is_confidential: true,
      sudo_token,
    })
    expect(client_secret).toEqual(expect.any(String))
    expect((await admin.apps.list()).apps).toMatchObject([{ id: app.id, name: 'Notes' }])
    await admin.apps.change(app.id, { name: 'Notebook', is_enabled: false, sudo_token })
    expect(await admin.apps.get(app.id)).toMatchObject({ name: 'Notebook', is_enabled: false })
    const renewed = await admin.apps.renewSecret(app.id, { sudo_token })
    expect(renewed.client_secret).not.toBe(client_secret)
    await admin.apps.remove(app.id, { sudo_token })
    await expect(admin.apps.get(app.id)).rejects.toMatchObject({ error: 'not_found' })
  })

  test('a third party that an administrator configures is offered for sign-in', async () => {
    await using server = await startServer(await prepare())
    const { admin, sudo_token } = await openAdmin(server)
    const stranger = createWaysIn(createPerson(server.url).client)
    expect(await stranger.providers()).toEqual({ total: 0, data: [] })
    const secret = 'of-the-third-party'
    const saved = await admin.providers.save('github', {
      preset: 'github',
      client_id: 'awan',
      client_secret: secret,
      sudo_token,
    })
    expect(saved).toMatchObject({ has_secret: true, source: 'database' })
    expect(JSON.stringify(await admin.providers.list())).not.toContain(secret)
    expect(await stranger.providers()).toEqual({
      total: 1,
      data: [{ id: 'github', name: 'GitHub' }],
    })
    await admin.providers.remove('github', { sudo_token })
    expect((await stranger.providers()).total).toBe(0)
  })

  test('a webhook is tested, and its deliveries are listed and sent again', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    try {
      await using server = await startServer(await prepare())
      const { admin, sudo_token } = await openAdmin(server)
      const { webhooks } = admin
      const { port } = receiver.address() as AddressInfo
      const { webhook, secret } = await webhooks.create({
        url: `http://127.0.0.1:${port}/hook`,
        event_types: ['account.signed_in'],
        sudo_token,
      })
      const { id } = webhook
      expect(JSON.stringify(await webhooks.list())).not.toContain(secret)
      const tried = await webhooks.test(id)
      expect(tried).toMatchObject({ last_status: '200', delivered_at: expect.any(String) })
      const { deliveries } = await webhooks.deliveries(id, { limit: 10 })
      expect(deliveries.map((delivery) => delivery.id)).toEqual([tried.id])
      await webhooks.redeliver(id, tried.id)
      expect(received).toEqual([tried.id, tried.id])
      const renewed = await webhooks.renewSecret(id, { sudo_token })
      expect(renewed.secret).not.toBe(secret)
      const changed = await webhooks.change(id, { is_enabled: false, sudo_token })
      expect(changed.is_enabled).toBe(false)
      await webhooks.remove(id, { sudo_token })
      expect(await webhooks.list()).toEqual({ webhooks: [] })
    } finally {
      await new Promise((resolve) => receiver.close(resolve))
    }
  })
})
