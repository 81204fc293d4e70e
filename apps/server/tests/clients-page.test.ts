import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approveAppLogin } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '../src/blobs/testing.ts'
import { someBytes } from '../src/drive/testing.ts'
import { runProgram } from '../src/drive/testing-programs.ts'
import { makeAppPassword } from './testing/app-password.ts'
import { onEachBackend } from './testing/backends.ts'
import { ownAddress, startNginx } from './testing/nginx.ts'
import { createSignedUpPerson, PASSWORD, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

/** Their machine is one of its own, with mounts that nobody else sees. */
const canMount = process.env.AWAN_TEST_MOUNT === 'yes'

/** What the page says, to the letter: whoever changes it, changes what is run here. */
const PAGE = await readFile(new URL('../../../docs/operate/clients.md', import.meta.url), 'utf8')

/** The commands, addresses and lines of a part of the page, in their order. */
function saidIn(title: string): string[] {
  const at = PAGE.indexOf(title)
  if (at === -1) throw new Error(`docs/operate/clients.md has no ${title}`)
  const part = PAGE.slice(at + title.length).split(/\n\n(?=\*\*|## |\|)/)[0] ?? ''
  return [...part.matchAll(/`([^`]+)`/g)].flatMap(([, said]) => said ?? [])
}

/** The one that begins so. */
function commandIn(title: string, beginning: string): string {
  const found = saidIn(title).find((said) => said.startsWith(beginning))
  if (!found) throw new Error(`docs/operate/clients.md has no ${beginning} below ${title}`)
  return found
}

onEachBackend((prepare) => {
  /** The server behind nginx, as its operator sets it up, and somebody with a machine that trusts its certificate. */
  async function open() {
    const address = ownAddress()
    const server = await startServer(await prepare(), {
      publicUrl: `https://${address}`,
      trustedProxies: ['loopback'],
    })
    const nginx = await startNginx(address, server.url)
    const top = await createTestFolder()
    const [home, trusted, secrets] = [join(top, 'home'), join(top, 'certs'), join(top, 'secrets')]
    await Promise.all([mkdir(home), mkdir(trusted)])
    // As `update-ca-certificates` leaves them: all in one file, and each by its hash.
    const authorities = await readFile('/etc/ssl/certs/ca-certificates.crt', 'utf8')
    const own = await readFile(nginx.certificate, 'utf8')
    await writeFile(join(trusted, 'ca-certificates.crt'), authorities + own)
    await writeFile(join(trusted, 'own.pem'), own)
    await runProgram('openssl', ['rehash', trusted])
    await copyFile('/etc/davfs2/secrets', secrets)
    const person = await createSignedUpPerson(server.url)
    const made = await makeAppPassword(person)
    /** As somebody puts in what is written in capitals. */
    const fill = (said: string, values: Record<string, string> = {}) =>
      Object.entries({
        'YOUR-SERVER': address,
        LOGIN_NAME: made.login_name,
        APP_PASSWORD: made.password,
        ...values,
      }).reduce((text, [name, value]) => text.replaceAll(name, value), said)
    /** In a terminal of that machine. */
    const type = async (script: string, { input = '', fails = false } = {}) => {
      const machine = `mount --bind '${trusted}' /etc/ssl/certs
        mount --bind '${secrets}' /etc/davfs2/secrets
        mount -t tmpfs none /mnt
        cd '${home}'
        ${script}`
      // Without a terminal of the test's own, so that a question is answered by what is typed.
      const ended = await runProgram('setsid', ['-w', 'unshare', '--mount', 'sh', '-ec', machine], {
        input,
        env: { HOME: home, QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: home },
      })
      expect(ended.code === 0, `${script}\n${ended.output}`).toBe(!fails)
      return ended.output
    }
    const read = async (path: string) => (await person.drive.paths.download(path)).text()
    return {
      person,
      fill,
      type,
      read,
      home,
      url: `https://${address}`,
      origin: server.url,
      ...made,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  }

  describe.skipIf(!canMount)('docs/operate/clients.md, word by word', () => {
    test("Nextcloud's app is let in by its person, and syncs", async () => {
      await using setup = await open()
      const { person, url, type, fill, home, origin, read } = setup
      const server = fill(commandIn('**Nextcloud app for Windows', 'https://'))
      expect(server).toBe(url)
      const begun = await type(`curl -sS -X POST ${server}/index.php/login/v2`)
      const { poll, login } = JSON.parse(begun)
      expect([poll.endpoint, login]).toEqual([
        `${url}/index.php/login/v2/poll`,
        expect.stringContaining(`${url}/connect#`),
      ])
      await approve(origin, person, login.split('#')[1])
      const let_in = JSON.parse(await type(`curl -sS -d token=${poll.token} ${poll.endpoint}`))
      expect(let_in.server).toBe(url)
      await mkdir(join(home, 'Files/Trips'), { recursive: true })
      await writeFile(join(home, 'Files/Trips/note.txt'), 'words')
      const flags = `--non-interactive -u ${let_in.loginName} -p ${let_in.appPassword}`
      await type(`nextcloudcmd ${flags} Files ${let_in.server}`)
      expect(await read('Trips/note.txt')).toBe('words')
    })

    test("ownCloud's app syncs with a login name and an app password", async () => {
      await using setup = await open()
      const { type, fill, home, read, login_name, password } = setup
      await mkdir(join(home, 'Files'))
      await writeFile(join(home, 'Files/note.txt'), 'words')
      // The app with a window has a list of its own.
      await writeFile(join(home, 'exclude'), '*.nothing\n')
      const server = fill(commandIn('**ownCloud app', 'https://'))
      const flags = `--non-interactive --exclude exclude -u ${login_name} -p ${password}`
      await type(`owncloudcmd ${flags} Files ${server}`)
      expect(await read('note.txt')).toBe('words')
    })

    test('rclone is set up and syncs a folder', async () => {
      await using setup = await open()
      const { type, fill, home, read } = setup
      await mkdir(join(home, 'Photos'))
      await writeFile(join(home, 'Photos/a & b.txt'), 'words')
      await writeFile(join(home, 'Photos/large.bin'), someBytes(12 * 1024 * 1024))
      const [create = '', sync = ''] = saidIn('**rclone**').slice(-2)
      expect([create, sync].map((said) => said.split(' ', 2).join(' '))).toEqual([
        'rclone config',
        'rclone sync',
      ])
      await type(`${fill(create)}\n${fill(sync, { FOLDER: 'Photos' })}`)
      expect(await read('backup/a & b.txt')).toBe('words')
      await type('rclone check Photos awan:backup')
    })

    test('somebody moves here from another server, and finds every difference', async () => {
      await using setup = await open()
      const { type, fill, home, url, person, login_name, password } = setup
      const old = await createSignedUpPerson(setup.origin)
      const theirs = await makeAppPassword(old)
      await old.drive.paths.put('Letters/one.txt', new Blob(['one']))
      const move = '## Moving here from Nextcloud'
      await mkdir(join(home, 'Files/Trips'), { recursive: true })
      await writeFile(join(home, 'Files/Trips/note.txt'), 'words')
      const create = commandIn('**rclone**', 'rclone config create')
      await type(
        `${fill(create)}
        ${fill(create.replace('create awan', 'create OLD'), { LOGIN_NAME: theirs.login_name, APP_PASSWORD: theirs.password })}
        nextcloudcmd --non-interactive -u ${login_name} -p ${password} Files ${url}`,
      )
      const check = fill(commandIn(move, 'rclone check'), { FOLDER: 'Files' })
      await type(check)
      await person.drive.paths.put('Trips/note.txt', new Blob(['other words']))
      expect(await type(check, { fails: true })).toContain('Trips/note.txt')
      await type(fill(commandIn(move, 'rclone copy')))
      await type('rclone check OLD: awan: --one-way')
    })

    test('GNOME opens the files', async () => {
      await using setup = await open()
      const { type, fill, person, login_name, password } = setup
      await person.drive.paths.put('note.txt', new Blob(['words']))
      const place = fill(commandIn('**Linux (GNOME)**', 'davs://'))
      const session = `gio mount '${place}' && gio list '${place}' && gio cat '${place}note.txt' && gio mount -u '${place}'`
      const told = await type(`dbus-run-session -- sh -ec "${session}"`, {
        input: `${login_name}\n${password}\n`,
      })
      expect(told).toContain('note.txt')
      expect(told).toContain('words')
    })

    test('davfs2 mounts the files', async () => {
      await using setup = await open()
      const { type, fill, read } = setup
      const [line = '', file = '', ...commands] = saidIn('**davfs2**')
      expect(commands).toHaveLength(2)
      await type(`echo '${fill(line)}' >> ${file}
        ${commands.map((command) => fill(command)).join('\n')}
        echo words > /mnt/awan/note.txt
        umount /mnt/awan`)
      expect(await read('note.txt')).toBe('words\n')
    })

    test('curl sends a file', async () => {
      await using setup = await open()
      const { type, fill, home, read, password } = setup
      await writeFile(join(home, 'report.pdf'), 'pages')
      await type(fill(commandIn('**curl**', 'curl')), { input: `${password}\n` })
      expect(await read('report.pdf')).toBe('pages')
    })
  })
})

/** As somebody does on the page that the program has opened. */
async function approve(origin: string, { client }: Person, token: string): Promise<void> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const { access_token } = JSON.parse(client.runtime.storage.get('credentials_awan-cli') ?? '{}')
  const answer = await fetch(`${origin}${approveAppLogin.path}`, {
    method: approveAppLogin.method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${access_token}`,
      'x-sudo-token': sudo_token,
    },
    body: JSON.stringify({ token }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}
