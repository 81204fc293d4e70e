import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createTestFolder, hasTestS3, openTestS3Store } from '../../blobs/testing.ts'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'
import { runProgram as run } from '../testing-programs.ts'

function define(open: () => Promise<{ db: Database; blobs?: BlobStore }>): void {
  const serve = async () => {
    const { db, ...blobs } = await open()
    const served = await serveDrive(db, blobs)
    served.drive.runner.start()
    return { ...served, url: `${served.origin}/dav/`, password: served.makePassword('ana') }
  }

  test('litmus passes whole', async () => {
    const { url, password } = await serve()
    const { code, output } = await run('litmus', ['-k', url, 'ana', password], {
      cwd: await createTestFolder(),
    })
    const summaries = [...output.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed/g)]
    expect(
      summaries.map(([, suite, ran, passed]) => `${suite} ${passed}/${ran}`),
      output,
    ).toEqual(['basic 16/16', 'copymove 13/13', 'props 30/30', 'locks 41/41', 'http 4/4'])
    expect(output).not.toMatch(/WARNING|FAIL/)
    expect(code).toBe(0)
  })

  test('cadaver writes, moves, locks, describes and reads files', async () => {
    const { url, password } = await serve()
    const folder = await createTestFolder()
    await writeFile(join(folder, 'here.txt'), 'We arrived.')
    const home = { HOME: folder }
    await writeFile(join(folder, '.netrc'), `machine 127.0.0.1 login ana password ${password}\n`, {
      mode: 0o600,
    })
    const commands = [
      'mkcol trip',
      'cd trip',
      'put here.txt there.txt',
      'propset there.txt colour red',
      'lock there.txt',
      'put here.txt there.txt',
      'unlock there.txt',
      'copy there.txt copy.txt',
      'move copy.txt moved.txt',
      'ls',
      'get moved.txt back.txt',
      'delete there.txt',
      'quit',
    ]
    const { output } = await run('cadaver', [url], {
      input: `${commands.join('\n')}\n`,
      cwd: folder,
      env: home,
    })
    expect(output).not.toMatch(/failed|error/i)
    expect(output).toContain('moved.txt')
    expect(await readFile(join(folder, 'back.txt'), 'utf8')).toBe('We arrived.')
  })

  test('davix makes folders, sends a tree and a large file, lists, moves, reads and removes', async () => {
    const { url, password } = await serve()
    const folder = await createTestFolder()
    await mkdir(join(folder, 'tree', 'deep'), { recursive: true })
    await writeFile(join(folder, 'tree', 'deep', 'words.txt'), 'words')
    await writeFile(join(folder, 'empty'), '')
    const bytes = someBytes(9 * 1024 * 1024)
    await writeFile(join(folder, 'large.bin'), bytes)
    // Its own login (`--userlogin`) is not sent in answer to a 401, by 0.8.4 of Debian, whatever the server.
    const login = Buffer.from(`ana:${password}`).toString('base64')
    const flags = ['--retry', '0', '-H', `Authorization: Basic ${login}`]
    const davix = async (program: string, ...args: string[]) => {
      const ended = await run(`davix-${program}`, [...flags, ...args], { cwd: folder })
      // It ends with an error after each move and each tree that it sends; of what went wrong it tells.
      expect(ended.output, program).not.toMatch(/error/i)
      return ended
    }
    const done = async (program: string, ...args: string[]) => {
      const { code, output } = await davix(program, ...args)
      expect(code, `${program}: ${output}`).toBe(0)
      return output
    }
    await done('mkdir', `${url}trip`)
    await done('put', 'large.bin', `${url}trip/large.bin`)
    await done('put', 'empty', `${url}trip/empty`)
    await davix('put', '-r', '2', 'tree', `${url}trip/tree`)
    await davix('mv', `${url}trip/large.bin`, `${url}trip/tree/moved.bin`)
    await davix('mv', `${url}trip/tree`, `${url}trip/renamed`)
    expect(await done('ls', '-l', `${url}trip`)).toMatch(/^d.* renamed\n-.* 0 .* empty$/m)
    expect(await done('ls', '-l', `${url}trip/renamed`)).toMatch(/^-.* 9437184 .* moved\.bin$/m)
    expect(await done('get', `${url}trip/renamed/deep/words.txt`)).toBe('words')
    await done('get', `${url}trip/renamed/moved.bin`, 'back.bin')
    expect((await readFile(join(folder, 'back.bin'))).equals(bytes)).toBe(true)
    await done('rm', '-r', '2', `${url}trip/renamed`)
    expect(await done('ls', `${url}trip`)).toBe('empty\n')
  })

  test('rclone syncs a tree there and back, finds no difference, and removes what is gone', async () => {
    const { url, password } = await serve()
    const folder = await createTestFolder()
    const [from, back] = [join(folder, 'from'), join(folder, 'back')]
    await mkdir(join(from, 'deep', 'a & b (1)'), { recursive: true })
    await mkdir(join(from, 'empty'))
    await writeFile(join(from, '家族.txt'), 'text')
    await writeFile(join(from, 'deep', 'nothing'), '')
    await writeFile(join(from, 'deep', 'a & b (1)', 'large.bin'), someBytes(9 * 1024 * 1024))
    const config = join(folder, 'rclone.conf')
    const obscured = (await run('rclone', ['obscure', password])).output.trim()
    await writeFile(
      config,
      `[dav]\ntype = webdav\nurl = ${url}\nvendor = other\nuser = ana\npass = ${obscured}\n`,
    )
    const rclone = async (...args: string[]) => {
      const ended = await run('rclone', [...args, '--config', config])
      expect(ended.code, ended.output).toBe(0)
      return ended.output
    }
    await rclone('sync', from, 'dav:backup', '--create-empty-src-dirs')
    await rclone('sync', 'dav:backup', back, '--create-empty-src-dirs')
    expect((await readdir(back)).sort()).toEqual(['deep', 'empty', '家族.txt'])
    const large = join('deep', 'a & b (1)', 'large.bin')
    expect((await readFile(join(back, large))).equals(someBytes(9 * 1024 * 1024))).toBe(true)
    await run('rm', ['-r', join(from, 'deep')])
    await rclone('sync', from, 'dav:backup', '--create-empty-src-dirs')
    expect(await run('rclone', ['--config', config, 'lsf', '-R', 'dav:backup'])).toMatchObject({
      output: 'empty/\n家族.txt\n',
    })
  })
}

onEachDatabase((openDatabase, kind) => {
  if (kind === 'sqlite') return define(async () => ({ db: await openDatabase() }))
  describe.skipIf(!hasTestS3)('with S3', () =>
    define(async () => ({ db: await openDatabase(), blobs: await openTestS3Store() })),
  )
})
