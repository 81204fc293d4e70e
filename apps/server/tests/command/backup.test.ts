import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBlobStore } from '../../src/blobs/open-blob-store.ts'
import { runAwan, startAwan, startAwanInto } from '../testing/awan.ts'
import { type Backend, onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, type Person } from '../testing/person.ts'
import { kill } from '../testing/process.ts'
import { startServer } from '../testing/server.ts'

const run = promisify(execFile)

onEachBackend((prepare) => {
  test('a backup of a busy server restores every earlier file to an empty server', {
    timeout: 300_000,
  }, async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const person = await createSignedUpPerson(server.url)
    const files = new Map<string, string>()
    for (let i = 0; i < 5; i++) await addFile(person, files, `before-${i}`)

    const folder = await createFolder()
    let isOver = false
    const busy = (async () => {
      for (let i = 0; !isOver; i++) await addFile(person, new Map(), `meanwhile-${i}`)
    })()
    const first = await startAwan(backend, 'backup', folder, '--json').ended
    isOver = true
    await busy
    expect(first.stderr).toBe('')
    expect(first).toMatchObject({ code: 0, json: { ok: true, lost: [] } })
    expect(first.json.copied.count).toBe(first.json.contents.count)
    expect(first.json.contents.count).toBeGreaterThanOrEqual(5)

    // What is there is not copied again, and what was removed is not kept.
    await addFile(person, files, 'after')
    const second = await runAwan(backend, 'backup', folder, '--json')
    expect(second.json.copied.count).toBeLessThan(second.json.contents.count)
    expect(await countFiles(join(folder, 'contents'))).toBe(second.json.contents.count)
    expect((await readdir(folder)).filter((name) => name.startsWith('rows-'))).toHaveLength(1)
    expect(await listReadable(folder)).toEqual([])

    const drill = await runAwan(backend, 'restore', folder, '--drill', '--json')
    expect(drill.stderr).toBe('')
    expect(drill).toMatchObject({ code: 0, json: { ok: true, problems: 0, drives: 1 } })

    const refused = await runAwan(backend, 'restore', folder)
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toContain('is restored into an empty database')

    const target = await prepare('empty')
    const restored = await startAwan(target, 'restore', folder, '--json').ended
    expect(restored.stderr).toBe('')
    expect(restored).toMatchObject({ code: 0, json: { ok: true } })
    expect(await runAwan(target, 'check', '--json')).toMatchObject({ code: 0, json: { ok: true } })
    await using again = await startServer(target)
    await checkFiles(again.url, person, files)
    await forget(target)
    await forget(backend)
  })

  test('a backup of a busy server to one file is readable by tar and restores every earlier file', {
    timeout: 300_000,
  }, async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const person = await createSignedUpPerson(server.url)
    const files = new Map<string, string>()
    for (let i = 0; i < 4; i++) await addFile(person, files, `before-${i}`)
    await addFile(person, files, 'large', 5_000_000)

    const path = join(await createFolder(), 'awan.tar')
    let isOver = false
    const busy = (async () => {
      for (let i = 0; !isOver; i++) await addFile(person, new Map(), `meanwhile-${i}`)
    })()
    const made = await startAwan(backend, 'backup', path, '--json').ended
    isOver = true
    await busy
    expect(made.stderr).toBe('')
    expect(made).toMatchObject({ code: 0, json: { ok: true, file: path, lost: [] } })
    // Nothing else is left there, and nobody else can read it.
    expect(await readdir(dirname(path))).toEqual(['awan.tar'])
    expect(await listReadable(dirname(path))).toEqual([])

    const { stdout } = await run('tar', ['tf', path])
    const names = stdout.trim().split('\n')
    const inside = names.filter((name) => name.startsWith('contents/'))
    expect(inside.length).toBeGreaterThanOrEqual(made.json.contents.count)
    expect(names.at(-1)).toBe('awan-backup.json')

    const drill = await runAwan(backend, 'restore', path, '--drill', '--json')
    expect(drill, drill.stderr).toMatchObject({ code: 0, json: { ok: true, problems: 0 } })
    const target = await prepare('empty')
    const restored = await runAwan(target, 'restore', path, '--json')
    expect(restored, restored.stderr).toMatchObject({ code: 0, json: { ok: true } })
    expect(await runAwan(target, 'check', '--json')).toMatchObject({ code: 0, json: { ok: true } })
    await using again = await startServer(target)
    await checkFiles(again.url, person, files)
    await forget(target)
    await forget(backend)
  })

  test('a backup written to standard output is a tar archive that unpacks to a backup folder', {
    timeout: 300_000,
  }, async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const person = await createSignedUpPerson(server.url)
    const files = new Map<string, string>()
    for (const name of ['a', 'b']) await addFile(person, files, name)
    const folder = await createFolder()
    const path = join(await createFolder(), 'piped')
    await using file = await open(path, 'w')
    const { code, stderr } = await startAwanInto(file, backend, 'backup', '-', '--json').ended
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stderr)).toMatchObject({ ok: true, contents: { count: 2 } })
    await run('tar', ['xf', path, '-C', folder])
    const into = await createFolder()
    expect(await runAwan(backend, 'restore', folder, '--into', into)).toMatchObject({ code: 0 })
    await forget(backend)
  })

  test('a killed backup to one file keeps the previous backup file', {
    timeout: 300_000,
  }, async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const person = await createSignedUpPerson(server.url)
    for (let i = 0; i < 4; i++) await addFile(person, new Map(), `file-${i}`, 3_000_000)
    const path = join(await createFolder(), 'awan.tar')
    await writeFile(path, 'the one before')

    const { child, ended } = startAwan(backend, 'backup', path)
    await until(() => existsSync(`${path}.part`))
    await kill(child)
    await ended
    expect(await readFile(path, 'utf8')).toBe('the one before')
    const none = await runAwan(backend, 'restore', `${path}.part`, '--drill')
    expect(none.code).toBe(3)
    expect(none.stderr).toContain('holds no complete backup')

    expect(await runAwan(backend, 'backup', path)).toMatchObject({ code: 0 })
    expect(await runAwan(backend, 'restore', path, '--drill')).toMatchObject({ code: 0 })
    expect(existsSync(`${path}.part`)).toBe(false)
    await forget(backend)
  })

  test('a killed backup cannot be restored, and the next run completes it', {
    timeout: 300_000,
  }, async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const person = await createSignedUpPerson(server.url)
    const files = new Map<string, string>()
    for (let i = 0; i < 8; i++) await addFile(person, files, `file-${i}`, 3_000_000)
    const folder = await createFolder()

    const { child, ended } = startAwan(backend, 'backup', folder)
    // The first content has its name.
    await until(async () => (await countFiles(join(folder, 'contents'))) > 0)
    await kill(child)
    await ended
    const copied = await countFiles(join(folder, 'contents'))
    expect(existsSync(join(folder, 'awan-backup.json'))).toBe(false)
    const target = await prepare('empty')
    const none = await runAwan(target, 'restore', folder)
    expect(none.code).toBe(3)
    expect(none.stderr).toContain('holds no complete backup')

    const whole = await runAwan(backend, 'backup', folder, '--json')
    expect(whole).toMatchObject({ code: 0, json: { contents: { count: 8 } } })
    expect(whole.json.copied.count).toBeLessThanOrEqual(8 - Math.min(copied, 1))

    // A killed restore can be completed as well.
    const restoring = startAwan(target, 'restore', folder)
    restoring.child.kill('SIGKILL')
    await once(restoring.child, 'exit')
    expect(await runAwan(target, 'restore', folder)).toMatchObject({ code: 0 })
    await using again = await startServer(target)
    await checkFiles(again.url, person, files)
    await forget(target)
    await forget(backend)
  })
})

describe('damage', () => {
  onEachBackend((prepare) => {
    test('a missing content is left out of a backup and reported, and a damaged backup is not restored', {
      timeout: 300_000,
    }, async () => {
      const backend = await prepare()
      await using server = await startServer(backend)
      const person = await createSignedUpPerson(server.url)
      const files = new Map<string, string>()
      for (const name of ['kept', 'lost']) await addFile(person, files, name)
      const folder = await createFolder()
      expect(await runAwan(backend, 'backup', folder)).toMatchObject({ code: 0 })

      const [contents = ''] = await listFiles(join(folder, 'contents'))
      await rm(contents)
      await writeFile(contents, randomBytes(200_000))
      const into = await createFolder()
      const refused = await runAwan(backend, 'restore', folder, '--into', into)
      expect(refused.code).toBe(3)
      expect(refused.stderr).toContain(`${contents} is damaged`)
      expect(await runAwan(backend, 'backup', folder, '--verify')).toMatchObject({ code: 0 })
      expect(await runAwan(backend, 'restore', folder, '--drill')).toMatchObject({ code: 0 })

      await using blobs = await openBlobStore(backend.blobs)
      for await (const { id } of blobs.list()) {
        await blobs.delete(id)
        break
      }
      const other = await createFolder()
      const partly = await runAwan(backend, 'backup', other, '--json')
      expect(partly).toMatchObject({ code: 1, json: { ok: false, contents: { count: 1 } } })
      expect(partly.json.lost).toHaveLength(1)
      const drill = await runAwan(backend, 'restore', other, '--drill', '--json')
      expect(drill.code).toBe(1)
      expect(drill.json.list).toMatchObject([{ kind: 'content_missing', owner: person.email }])
      // The folder that has it keeps it: what was whole there is not read again.
      expect(await runAwan(backend, 'backup', folder)).toMatchObject({ code: 0 })
      await forget(backend)
    })
  })
})

async function addFile(
  { drive }: Person,
  files: Map<string, string>,
  name: string,
  sizeBytes = 200_000,
): Promise<void> {
  const content = randomBytes(sizeBytes)
  await drive.uploads.upload(new Blob([content]), { parent_id: 'root', name })
  files.set(name, sha256(content))
}

/** The person signs in with their password, as on any day, and finds their files. */
async function checkFiles(url: string, before: Person, files: Map<string, string>): Promise<void> {
  const { client, drive } = createPerson(url, before.email)
  await client.signIn.withPassword({ username: before.email, password: PASSWORD })
  const listed = await drive.files.list({ page_size: 1000 })
  const ids = new Map(listed.files.map(({ name, id }) => [name, id]))
  for (const [name, hash] of files) {
    const content = await drive.files.download(ids.get(name) ?? '')
    expect(sha256(Buffer.from(await content.arrayBuffer())), name).toBe(hash)
  }
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function countFiles(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0
  return (await listFiles(folder)).filter((path) => !path.endsWith('.part')).length
}

/** Files that others than their owner could read. */
async function listReadable(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const path of await listFiles(folder)) {
    if (((await stat(path)).mode & 0o077) !== 0) open.push(path)
  }
  return open
}

/** Asks now and then: without a pause it would take the processor from the very process it waits for. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(PAUSE_MS)
}

const PAUSE_MS = 2

/** The bucket is everybody's. */
async function forget(backend: Backend): Promise<void> {
  if (backend.blobs.kind !== 's3') return
  await using blobs = await openBlobStore(backend.blobs)
  for await (const { id } of blobs.list()) await blobs.delete(id)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
