import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { runAwan } from '../testing/awan.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, readCode } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('an operator finds, freezes and unfreezes people, and cannot dismiss the last administrator', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const admin = await createSignedUpPerson(server.url)
    const ana = await createSignedUpPerson(server.url)
    const awan = (...args: string[]) => runAwan(backend, 'users', ...args, '--json')

    const { json: everybody } = await awan('list')
    expect(everybody).toHaveLength(2)
    const { json: found } = await awan('list', ana.email.slice(0, 12))
    expect(found).toMatchObject([{ email: ana.email, status: 'ACTIVE', is_administrator: false }])
    expect((await awan('show', ana.email)).json).toMatchObject({
      ways_in: { password: true, passkeys: 0 },
      devices: [{ device: expect.any(String) }],
    })

    const frozen = await awan('freeze', ana.email, '--reason', 'lost laptop')
    expect(frozen).toMatchObject({ code: 0, json: { status: 'FROZEN' } })
    const signIn = createPerson(server.url, ana.email)
    const credentials = { username: ana.email, password: PASSWORD }
    await expect(signIn.client.signIn.withPassword(credentials)).rejects.toThrow()
    expect((await awan('unfreeze', ana.email)).json).toMatchObject({ status: 'ACTIVE' })
    await signIn.client.signIn.withPassword(credentials)

    expect((await awan('make-admin', ana.email)).json).toMatchObject({ is_administrator: true })
    expect((await awan('dismiss-admin', admin.email)).json.is_administrator).toBe(false)
    const last = await awan('dismiss-admin', ana.email)
    expect(last).toMatchObject({
      code: 3,
      stderr: 'awan users: this is the last active administrator; appoint another one first\n',
    })
    expect((await awan('reset-password', admin.email)).json.password_reset_required).toBe(true)
    expect(await awan('elevate', admin.email)).toMatchObject({ code: 2, stdout: '' })

    const words = await runAwan(backend, 'users', 'list')
    expect(words.stdout).toMatch(new RegExp(`^${ana.email} +Ana +ACTIVE, administrator +`, 'm'))
  })

  test('an operator creates an account where sign-up is closed, and its owner signs in with a code', async () => {
    const backend = await prepare()
    await using server = await startServer(backend, { signUp: 'closed' })
    const awan = (...args: string[]) => runAwan(backend, 'users', ...args, '--json')
    const ana = createPerson(server.url)
    const made = await awan('create', ana.email.toUpperCase(), '--name', 'Ana')
    expect(made.stderr).toBe('')
    expect(made.json).toMatchObject({ email: ana.email, name: 'Ana', status: 'ACTIVE' })
    expect(await awan('create', ana.email)).toMatchObject({
      code: 3,
      stderr: 'awan users: an account with this contact exists\n',
    })
    expect(await awan('create', 'ana')).toMatchObject({ code: 2, stdout: '' })

    const { verification_id } = await ana.client.verification.send({
      email: ana.email,
      usage: 'SIGN_IN',
    })
    const { verification_token } = await ana.client.verification.verify({
      verification_id,
      verification_code: await readCode(server.url, ana.email),
    })
    await ana.client.signIn.withCode({ username: ana.email, verification_token })
    expect(await ana.client.user.me()).toMatchObject({ name: 'Ana' })
    await ana.drive.files.createFolder({ name: 'Trips' })
  })

  test('an operator shows and sets a quota, which applies at once', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { email, drive } = await createSignedUpPerson(server.url)
    const upload = (name: string, size: number) =>
      drive.uploads.upload(new Blob([randomBytes(size)]), { parent_id: 'root', name })
    await upload('a', 300_000)

    const set = await runAwan(backend, 'quota', 'set', email, '0.4 MB')
    expect(set).toMatchObject({ code: 0, stdout: `${email} uses 300 kB of 400 kB.\n` })
    await expect(upload('b', 200_000)).rejects.toMatchObject({ error: 'resource_exhausted' })
    expect((await runAwan(backend, 'quota', 'list', '--json')).json).toMatchObject([
      { name: email, used_bytes: 300_000, quota_bytes: 400_000 },
    ])
    await runAwan(backend, 'quota', 'set', email, 'none')
    await upload('b', 200_000)
    const wrong = await runAwan(backend, 'quota', 'set', email, 'much')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('"much" is not a size')
  })

  test('awan gc reports what it has removed', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { drive } = await createSignedUpPerson(server.url)
    const { id } = await drive.uploads.upload(new Blob([randomBytes(300_000)]), {
      parent_id: 'root',
      name: 'a',
    })
    const small = await drive.paths.put('small.txt', new Blob([randomBytes(100)]))
    await drive.files.deleteForGood([id, small.id])
    await using db = await openDatabase(backend.database)
    const gc = async () => (await runAwan(backend, 'gc', '--json')).json
    // For a day it can still be brought back.
    const left = { contents: 2, bytes: 300_100, in_rows: 1 }
    const kept = { freed: { contents: 0, bytes: 0 }, left }
    expect(await gc()).toEqual({ ok: true, ...kept, failed: [] })
    await db.write(async (writer) => {
      await writer.updateTable('blobs').set({ unused_since: 1 }).execute()
      await writer.updateTable('uploads').set({ expires_at: 1 }).execute()
    })
    const nothing = { contents: 0, bytes: 0, in_rows: 0 }
    const gone = { freed: { contents: 2, bytes: 300_100 }, left: nothing }
    expect(await gc()).toEqual({ ok: true, ...gone, failed: [] })
  })
})
