import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { runProgram } from '../testing-programs.ts'
import { davOf } from './testing.ts'

const canMount = process.env.AWAN_TEST_MOUNT === 'yes'

/** Twice the pieces of an upload, and not a multiple of anything. */
const LARGE_BYTES = 9_000_001

onEachDatabase((openDatabase) => {
  /** The files of Ana as a folder of this machine, and what runs commands in it. */
  async function mountAs(sub: string) {
    const served = await serveDrive(await openDatabase())
    const top = await createTestFolder()
    const at = join(top, 'mounted')
    const url = `${served.origin}/dav/`
    await mkdir(at)
    // The program gives up its rights, to a user of its own.
    await chmod(top, 0o711)
    await runProgram('install', ['-d', '-m', '770', '-g', 'davfs2', join(top, 'cache')])
    await writeFile(join(top, 'secrets'), `${at} ${sub} ${served.makePassword(sub)}\n`, {
      mode: 0o600,
    })
    const conf = join(top, 'davfs2.conf')
    const settings = {
      secrets: join(top, 'secrets'),
      cache_dir: join(top, 'cache'),
      delay_upload: 0,
      ask_auth: 0,
      file_refresh: 0,
      dir_refresh: 0,
    }
    await writeFile(
      conf,
      Object.entries(settings)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    )
    const mounted = await runProgram('mount.davfs', [url, at, '-o', `conf=${conf}`])
    expect(mounted.code, mounted.output).toBe(0)
    let isMounted = true
    const unmount = async () => {
      if (!isMounted) return
      isMounted = false
      const ended = await runProgram('umount', [at])
      expect(ended.code, ended.output).toBe(0)
    }
    onTestFinished(unmount)
    /**
     * In a process of its own, which goes there by itself: the server that answers is in this one. As `cwd` of the process
     * the folder would be entered while this one waits for it, and everything else with it, until davfs2 gives a request up.
     */
    const shell = async (script: string) => {
      const ended = await runProgram('sh', ['-ec', `cd '${at}'\n${script}`])
      expect(ended.code, ended.output).toBe(0)
      return ended.output
    }
    return { served, at, shell, unmount, dav: davOf(served, sub) }
  }

  describe.skipIf(!canMount)('davfs2', () => {
    test('files are written, read, renamed, replaced and deleted in a mounted folder', async () => {
      const { shell, dav, unmount } = await mountAs('ana')
      await shell(`mkdir -p 'a folder/deeper'
        echo words > 'a folder/note.txt'
        head -c ${LARGE_BYTES} /dev/zero | tr '\\0' x > large.bin
        : > empty
        echo 'é 家族' > 'é 家族.txt'`)
      await expect.poll(async () => (await dav('GET', '/large.bin')).text.length).toBe(LARGE_BYTES)
      expect((await dav('GET', '/a%20folder/note.txt')).text).toBe('words\n')
      expect((await dav('GET', '/empty')).text).toBe('')
      expect((await dav('GET', `/${encodeURIComponent('é 家族.txt')}`)).text).toBe('é 家族\n')

      await shell(`mv 'a folder/note.txt' 'a folder/deeper/renamed.txt'
        mv large.bin 'a folder/large.bin'
        echo more >> 'a folder/deeper/renamed.txt'
        echo other > new.tmp && mv new.tmp empty
        rm 'é 家族.txt'`)
      await unmount()
      expect((await dav('GET', '/a%20folder/deeper/renamed.txt')).text).toBe('words\nmore\n')
      expect((await dav('GET', '/a%20folder/large.bin')).text).toHaveLength(LARGE_BYTES)
      expect((await dav('GET', '/empty')).text).toBe('other\n')
      for (const gone of [
        '/a%20folder/note.txt',
        '/large.bin',
        '/new.tmp',
        '/%C3%A9%20%E5%AE%B6%E6%97%8F.txt',
      ])
        expect((await dav('GET', gone)).status, gone).toBe(404)
    })

    test('a file is locked for others while a program writes it', async () => {
      const { shell, served, dav } = await mountAs('ana')
      await shell('echo before > report.txt')
      await expect.poll(async () => (await dav('GET', '/report.txt')).text).toBe('before\n')
      const other = davOf(served, 'ana')
      const describe = async () =>
        (await other('PROPFIND', '/report.txt', { headers: { depth: '0' } })).text
      // The program would end the lock of the first writing, and not take another one.
      await expect.poll(describe).not.toContain('activelock')
      const signal = join(await createTestFolder(), 'go')
      const writing = shell(`exec 3>>report.txt
        echo after >&3
        while [ ! -e '${signal}' ]; do sleep 0.05; done
        exec 3>&-`)
      const attempt = async () => (await other('PUT', '/report.txt', { body: 'mine' })).status
      try {
        await expect.poll(describe).toContain('activelock')
        expect(await attempt()).toBe(423)
      } finally {
        await writeFile(signal, '')
        await writing
      }
      await expect.poll(async () => (await dav('GET', '/report.txt')).text).toMatch(/after\n$/)
      await expect.poll(attempt).toBe(204)
    })
  })

  test('gio mounts the files as GNOME does, and copies, lists, renames and deletes', async () => {
    const served = await serveDrive(await openDatabase())
    const password = served.makePassword('ana')
    const top = await createTestFolder()
    await writeFile(join(top, 'note.txt'), 'words')
    await writeFile(join(top, 'large.bin'), Buffer.alloc(LARGE_BYTES, 7))
    const url = `dav://ana@127.0.0.1:${served.port}/dav`
    const script = `gio mount '${url}/'
      gio mkdir '${url}/a folder'
      gio copy note.txt '${url}/a folder/'
      gio copy large.bin '${url}/large.bin'
      gio list '${url}/'
      gio cat '${url}/a folder/note.txt'
      gio copy '${url}/large.bin' back.bin
      cmp large.bin back.bin
      gio rename '${url}/a folder/note.txt' renamed.txt
      gio remove '${url}/large.bin'
      gio mount -u '${url}/'`
    const ended = await runProgram('dbus-run-session', ['--', 'sh', '-ec', script], {
      cwd: top,
      input: `${password}\n`,
      env: { HOME: top, XDG_RUNTIME_DIR: top, XDG_CACHE_HOME: join(top, 'cache') },
    })
    expect(ended.code, ended.output).toBe(0)
    expect(ended.output).toContain('a folder\nlarge.bin')
    expect(ended.output).toContain('words')
    const dav = davOf(served, 'ana')
    expect((await dav('GET', '/a%20folder/renamed.txt')).text).toBe('words')
    expect((await dav('GET', '/large.bin')).status).toBe(404)
  })
})
