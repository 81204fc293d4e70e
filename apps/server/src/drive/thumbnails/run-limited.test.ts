import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder, expectError } from '../../blobs/testing.ts'
import { runLimited } from './run-limited.ts'

/** A program that does what a hostile content may make one do. */
async function program(script: string): Promise<{ path: string; folder: string }> {
  const folder = await createTestFolder()
  const path = join(folder, 'program')
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o700)
  return { path, folder }
}

/** What has ended may still wait for somebody to ask how. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && stat.split(') ')[1]?.startsWith('Z') !== true
}

test.each(['directly', 'piped'] as const)('what a program writes is read %s', async (output) => {
  const { path } = await program('printf "%s" "$1" "$2"')
  expect(String(await runLimited(path, ['a b', '$c;'], { output }))).toBe('a b$c;')
})

const linux = test.runIf(process.platform === 'linux')

linux.each(['directly', 'piped'] as const)(
  'a program that hangs is ended with all that it has started, %s',
  async (output) => {
    const { path, folder } = await program('sleep 600 &\necho $! > "$1"\necho begun\nwait')
    // Files are written by others only: the limit of a program is none.
    const pipe = join(folder, 'pid')
    const { path: maker } = await program(`mkfifo ${pipe}`)
    await runLimited(maker, [])
    const told = readFile(pipe, 'utf8')
    const running = runLimited(path, [pipe], { output, timeoutMs: 2_000 })
    const refused = expectError(running, 'invalid_argument')
    const pid = Number(await told)
    expect(await isRunning(pid)).toBe(true)
    expect((await refused).description).toMatch(/took too long/)
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false))
  },
)

test('a stop of the server ends it, and is not held against the content', async () => {
  const { path } = await program('sleep 600')
  const stop = new AbortController()
  const running = runLimited(path, [], { signal: stop.signal })
  stop.abort()
  await expect(running).rejects.toThrow(/abort/)
  await expect(async () => runLimited(path, [], { signal: stop.signal })).rejects.toThrow(/abort/)
})

test('one that fails says why; one that writes without end, or was killed, fails too', async () => {
  for (const [script, why] of [
    ['echo "no picture in it" >&2; exit 3', /no picture in it/],
    ['exit 3', /exit 3/],
    ['kill -9 $$', /SIGKILL/],
    ['exec cat /dev/zero', /too large/],
  ] as const) {
    const { path } = await program(script)
    expect((await expectError(runLimited(path, []), 'invalid_argument')).description).toMatch(why)
  }
  const { path } = await program('echo "no picture in it" >&2')
  const { description } = await expectError(
    runLimited(path, [], { output: 'piped' }),
    'invalid_argument',
  )
  expect(description).toMatch(/no picture in it/)
})

test('a program that is not there any more is not held against the content', async () => {
  await expect(runLimited('/nowhere/program', [])).rejects.toThrow()
})

linux('it has limits of memory and files, and none of our environment', async () => {
  vi.stubEnv('AWAN_SMTP_URL', 'smtp://ana:s3cret@mail.example.org')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { path, folder } = await program('cat /proc/self/limits /proc/self/environ')
  const said = String(await runLimited(path, []))
  expect(said).toMatch(/Max data size +1610612736 /)
  expect(said).toMatch(/Max open files +64 /)
  expect(said).toMatch(/Max cpu time +120 /)
  expect(said).toMatch(/Max file size +0 /)
  expect(said).not.toMatch(/AWAN|s3cret/)
  const { path: writer } = await program('echo too much > "$1"')
  await expectError(runLimited(writer, [join(folder, 'file')]), 'invalid_argument')
  expect((await readFile(join(folder, 'file'))).length).toBe(0)
  const { path: careless } = await program('echo a cache > "$1"; printf "a picture"')
  expect(String(await runLimited(careless, [join(folder, 'cache')]))).toBe('a picture')
})
