import type { ChildProcess } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '../src/blobs/testing.ts'
import { someBytes } from '../src/drive/testing.ts'
import { runProgram } from '../src/drive/testing-programs.ts'
import { makeAppPassword } from './testing/app-password.ts'
import { runAwan } from './testing/awan.ts'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from './testing/person.ts'
import { freePort, kill, startProcess } from './testing/process.ts'

/** Of 10 MB each, as the program cuts it. */
const PIECES = 3
const SMALL_FILES = 120
/** What the program writes down for itself. */
const OWN_FILE = /^\.(?:sync_|_sync_|owncloudsync)/
const CONFLICT = / \(conflicted copy /

onEachBackend((prepare) => {
  /** A folder that a program keeps the same as the files of a person, signed in by `login`. */
  async function openDevice(url: string) {
    const top = await createTestFolder()
    const folder = join(top, 'Files')
    await mkdir(folder)
    return {
      folder,
      put: async (path: string, content: string | Buffer) => {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      },
      sync: ({ login_name, password }: { login_name: string; password: string }) =>
        runProgram(
          'nextcloudcmd',
          ['--non-interactive', '-u', login_name, '-p', password, folder, url],
          { env: { HOME: top, QT_QPA_PLATFORM: 'offscreen' } },
        ),
      /** Contents by path. */
      async tree(): Promise<Map<string, string>> {
        const found = new Map<string, string>()
        for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
          if (OWN_FILE.test(entry.name) || entry.isDirectory()) continue
          const path = join(entry.parentPath, entry.name)
          found.set(path.slice(folder.length + 1), await readFile(path, 'latin1'))
        }
        return found
      },
    }
  }

  test('a device syncs to the end though the server is killed in the middle, again and again', async () => {
    const backend = await prepare()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    let server: ChildProcess = await startProcess(backend, port)
    const person = await createSignedUpPerson(url)
    const login = await makeAppPassword(person)
    const [a, b] = [await openDevice(url), await openDevice(url)]
    for (let n = 0; n < SMALL_FILES; n++) await a.put(`folder ${n % 4}/${n}.txt`, `words ${n}`)
    await a.put('large.bin', someBytes(PIECES * 10 * 1024 * 1024))
    const before = await a.tree()

    /** Until so much is there, which somebody asks for all the time. */
    const isThere = async (files: number) => {
      const { count } = await person.drive.lists
        .count({ place: 'drive', kind: 'file' })
        .catch(() => ({ count: 0 }))
      return count >= files
    }
    for (const files of [10, 60, SMALL_FILES]) {
      const syncing = a.sync(login)
      await expect.poll(() => isThere(files), { interval: 5 }).toBe(true)
      await kill(server)
      await syncing
      server = await startProcess(backend, port)
    }
    await expect.poll(async () => (await a.sync(login)).code).toBe(0)
    expect(await a.tree()).toEqual(before)
    const other = await b.sync(login)
    expect(other.code, other.output).toBe(0)
    expect(await b.tree()).toEqual(before)
  })

  test('after a restore from a backup, a device loses nothing that is newer, and others get it from there', async () => {
    const backend = await prepare()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = await startProcess(backend, port)
    const person = await createSignedUpPerson(url)
    const login = await makeAppPassword(person)
    const [a, b] = [await openDevice(url), await openDevice(url)]
    await a.put('kept.txt', 'the same all the time')
    await a.put('edited.txt', 'as in the backup')
    await a.put('Trips/moved.txt', 'moved later')
    await a.put('deleted.txt', 'deleted later')
    expect((await a.sync(login)).code).toBe(0)
    const backup = await createTestFolder()
    expect(await runAwan(backend, 'backup', backup, '--json')).toMatchObject({ code: 0 })

    await a.put('edited.txt', 'edited after the backup')
    await a.put('new.txt', 'new after the backup')
    await rm(join(a.folder, 'deleted.txt'))
    await a.put('Journeys/moved.txt', 'moved later')
    await rm(join(a.folder, 'Trips'), { recursive: true })
    expect((await a.sync(login)).code).toBe(0)
    await kill(server)

    const restored = await prepare('empty')
    expect(await runAwan(restored, 'restore', backup, '--json')).toMatchObject({ code: 0 })
    await startProcess(restored, port)
    // Neither sessions nor app passwords are in a backup.
    const again = createPerson(url, person.email)
    await again.client.signIn.withPassword({ username: person.email, password: PASSWORD })
    const anew = await makeAppPassword(again)
    expect((await a.sync(login)).code).not.toBe(0)
    const synced = await a.sync(anew)
    expect(synced.code, synced.output).toBe(0)
    const tree = await a.tree()
    for (const content of [
      'the same all the time',
      'edited after the backup',
      'new after the backup',
    ])
      expect([...tree.values()]).toContain(content)
    expect(tree.get('new.txt')).toBe('new after the backup')
    expect(tree.get('Journeys/moved.txt')).toBe('moved later')

    expect((await b.sync(anew)).code).toBe(0)
    const shared = [...tree].filter(([path]) => !CONFLICT.test(path))
    expect(await b.tree()).toEqual(new Map(shared))
  })
})
