import { createAdmin } from '@awan/client/admin'
import { expect, test } from 'vitest'
import { openSocket } from '../src/http/testing-sockets.ts'
import { makeAppPassword } from './testing/app-password.ts'
import { onEachBackend, onEachSharedBackend } from './testing/backends.ts'
import { createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { startServer } from './testing/server.ts'

const DAY_MS = 24 * 60 * 60_000

async function listen(url: string, userName: string, password: string) {
  const socket = await openSocket(`${url}/push/ws`)
  socket.send(userName, password)
  return { ...socket, answer: await socket.next() }
}

onEachBackend((prepare) => {
  test('a device hears of each change until its app password is revoked, and the log never has the password', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const { login_name, password, revoke } = await makeAppPassword(ana)
    const device = await listen(server.url, login_name, password)
    expect(device.answer).toBe('authenticated')
    for (const name of ['one', 'two']) {
      await ana.drive.files.createFolder({ name })
      expect(await device.next()).toBe('notify_file')
    }
    await revoke()
    expect(await device.closed).toBe(1008)
    await expect.poll(() => server.log()).toContain('socket closed')
    expect(server.log()).not.toContain(password)
  })

  test('an expired password and a frozen account end what was open', async () => {
    await using server = await startServer(await prepare())
    const admin = await createSignedUpPerson(server.url)
    const ana = await createSignedUpPerson(server.url)
    const expires_at = new Date(server.clock.now() + DAY_MS).toISOString()
    const [short, long] = [await makeAppPassword(ana, { expires_at }), await makeAppPassword(ana)]
    const [first, second] = [
      await listen(server.url, short.login_name, short.password),
      await listen(server.url, long.login_name, long.password),
    ]
    expect([first.answer, second.answer]).toEqual(['authenticated', 'authenticated'])
    server.clock.advance(DAY_MS)
    expect(await first.closed).toBe(1008)
    await ana.drive.files.createFolder({ name: 'x' })
    expect(await second.next()).toBe('notify_file')
    const { sudo_token } = await admin.client.user.sudo({ password: PASSWORD })
    const { users } = createAdmin(admin.client)
    await users.setStatus(long.login_name, { status: 'FROZEN', reason: 'stolen', sudo_token })
    expect(await second.closed).toBe(1008)
    expect((await listen(server.url, long.login_name, long.password)).answer).toMatch(/^err: /)
  })

  test('failures count against the same limit as those at the other doors, and a right password works meanwhile', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const { login_name, password } = await makeAppPassword(ana)
    const basic = Buffer.from(`${login_name}:awan_wrong`).toString('base64')
    const knock = () =>
      fetch(`${server.url}/dav/`, {
        method: 'PROPFIND',
        headers: { authorization: `Basic ${basic}`, depth: '0' },
      })
    for (let at = 0; at < 99; at++) expect((await knock()).status).toBe(401)
    const wrong = () => listen(server.url, login_name, 'awan_wrong')
    expect((await wrong()).answer).toBe('err: Invalid credentials')
    expect((await wrong()).answer).toBe('err: Too many failed attempts')
    expect((await knock()).status).toBe(429)
    expect((await listen(server.url, login_name, password)).answer).toBe('authenticated')
  })
})

onEachSharedBackend((prepare) => {
  test('a device that is connected to one server hears of a change on the other, and of its end', async () => {
    const backend = await prepare()
    await using first = await startServer(backend)
    await using second = await startServer(backend)
    const ana = await createSignedUpPerson(first.url)
    const { login_name, password, revoke } = await makeAppPassword(ana)
    const device = await listen(second.url, login_name, password)
    expect(device.answer).toBe('authenticated')
    await ana.drive.files.createFolder({ name: 'one' })
    expect(await device.next()).toBe('notify_file')
    await revoke()
    expect(await device.closed).toBe(1008)
  })
})
