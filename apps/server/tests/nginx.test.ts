import { readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestFolder } from '../src/blobs/testing.ts'
import { someBytes } from '../src/drive/testing.ts'
import { runProgram } from '../src/drive/testing-programs.ts'
import { openSocket } from '../src/http/testing-sockets.ts'
import { makeAppPassword } from './testing/app-password.ts'
import { onEachBackend } from './testing/backends.ts'
import { ownAddress, startNginx } from './testing/nginx.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

/** More than nginx lets through by itself, and more than one piece of the programs that cut files. */
const LARGE_BYTES = 70 * 1024 * 1024

onEachBackend((prepare) => {
  /** The server as an operator sets it up, with somebody who has an app password. */
  async function open() {
    const address = ownAddress()
    const server = await startServer(await prepare(), {
      publicUrl: `https://${address}`,
      trustedProxies: ['loopback'],
    })
    const nginx = await startNginx(address, server.url)
    const person = await createSignedUpPerson(server.url)
    const made = await makeAppPassword(person)
    return {
      ...made,
      server,
      nginx,
      person,
      url: `https://${address}`,
      folder: await createTestFolder(),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  }

  test('litmus passes whole through nginx with TLS', async () => {
    await using setup = await open()
    const { url, login_name, password, folder } = setup
    const { output } = await runProgram('litmus', [`${url}/dav/`, login_name, password], {
      cwd: folder,
      input: 'y\n'.repeat(10),
    })
    const passed = [...output.matchAll(/of (\d+) tests run: (\d+) passed/g)]
    expect(
      passed.map(([, ran, passed]) => `${passed}/${ran}`),
      output,
      // It skips its test of 100-continue where there is TLS.
    ).toEqual(['16/16', '13/13', '30/30', '41/41', '3/3'])
  })

  test('rclone and nextcloudcmd bring large files through nginx, and find the same ones', async () => {
    await using setup = await open()
    const { url, login_name, password, folder, nginx } = setup
    const [from, device] = [join(folder, 'from'), join(folder, 'device')]
    await runProgram('mkdir', ['-p', join(from, 'a folder'), device])
    await writeFile(join(from, 'a folder/large & odd.bin'), someBytes(LARGE_BYTES))
    await writeFile(join(from, 'note.txt'), 'words')
    const config = join(folder, 'rclone.conf')
    const obscured = (await runProgram('rclone', ['obscure', password])).output.trim()
    await writeFile(
      config,
      `[awan]\ntype = webdav\nurl = ${url}/remote.php/dav/files/${login_name}/\nvendor = nextcloud\nuser = ${login_name}\npass = ${obscured}\n`,
    )
    const rclone = async (...args: string[]) => {
      const own = ['--config', config, '--ca-cert', nginx.certificate]
      const ended = await runProgram('rclone', [...args, ...own])
      expect(ended.code, ended.output).toBe(0)
    }
    await rclone('copy', from, 'awan:')
    await rclone('moveto', 'awan:note.txt', 'awan:a folder/moved.txt')
    const sync = async () => {
      const flags = ['--non-interactive', '--trust', '-u', login_name, '-p', password]
      const ended = await runProgram('nextcloudcmd', [...flags, device, url], {
        env: { HOME: join(folder, 'home'), QT_QPA_PLATFORM: 'offscreen' },
      })
      expect(ended.code, ended.output).toBe(0)
    }
    await sync()
    const large = await readFile(join(device, 'a folder/large & odd.bin'))
    expect(large.equals(someBytes(LARGE_BYTES))).toBe(true)
    expect(await readFile(join(device, 'a folder/moved.txt'), 'utf8')).toBe('words')
    await writeFile(join(device, 'back.bin'), large)
    await sync()
    await rclone('check', device, 'awan:', '--exclude', '.sync_*', '--exclude', '.owncloudsync*')
    expect(await nginx.accessLog()).not.toMatch(/large|moved|back|note/)
  })

  test('the log of nginx shows neither links nor queries, whether they are opened by https or by http', async () => {
    await using setup = await open()
    const { url, nginx } = setup
    const path = '/s/some-secret?token=another-secret'
    const redirected = await fetch(url.replace('https:', 'http:') + path, { redirect: 'manual' })
    expect([redirected.status, redirected.headers.get('location')]).toEqual([301, url + path])
    const agent = new Agent({ ca: await readFile(nginx.certificate) })
    const asked = request(url + path, { agent }).end()
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      asked.once('response', resolve).once('error', reject),
    )
    await text(answer)
    agent.destroy()
    const lines = async () => (await nginx.accessLog()).match(/GET \/s\/\[hidden\] \d+/g)
    await expect.poll(lines).toHaveLength(2)
    expect(await nginx.accessLog()).not.toContain('secret')
  })

  test('a device hears of changes through nginx, from the address that it has', async () => {
    await using setup = await open()
    const { url, login_name, password, person, server, nginx } = setup
    const ca = await readFile(nginx.certificate)
    const socket = await openSocket(`${url}/push/ws`, {}, { ca })
    socket.send(login_name, password)
    expect(await socket.next()).toBe('authenticated')
    await person.drive.files.createFolder({ name: 'new' })
    expect(await socket.next()).toBe('notify_file')
    socket.socket.close()
    await socket.closed
    await expect.poll(() => server.log()).toContain('"url":"/push/ws"')

    const agent = new Agent({ ca })
    const asked = request(`${url}/push/ws`, { agent }).end()
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      asked.once('response', resolve).once('error', reject),
    )
    expect(answer.statusCode).toBe(426)
    expect(await text(answer)).toContain('web socket')
    agent.destroy()
  })
})
