import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemRandom } from '../kernel/id.ts'
import { openSecretFiles } from './secret-files.ts'
import { loadSecrets } from './secrets.ts'

const NAMES = ['code-key', 'link-key', 'refresh-key']
let folder = ''
let warnings: string[] = []

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'awan-secrets-')), 'data', 'secrets')
  warnings = []
})

afterEach(() => rm(join(folder, '../..'), { recursive: true }))

test('keys are created at the first start and kept for the next', async () => {
  const first = await load()
  expect(await load()).toEqual(first)
  expect(first.refreshKey).toHaveLength(32)
  expect(first.linkKey).not.toEqual(first.codeKey)
  expect(warnings).toEqual([])
})

test('key files are readable only by their owner, and no temporary file is left', async () => {
  await load()
  expect((await readdir(folder)).sort()).toEqual(NAMES)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of NAMES) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('a name that is a path, or of another file, is no key', async () => {
  const keeper = await openSecretFiles(folder, () => {})
  for (const name of ['../outside', '.code-key', 'code-key.bak', '', 'a'.repeat(65)]) {
    await expect(keeper.createIfAbsent(name, 'abc'), name).rejects.toThrow('is no name of a key')
    await expect(keeper.read(name), name).rejects.toThrow('is no name of a key')
    await expect(keeper.remove(name), name).rejects.toThrow('is no name of a key')
  }
  await writeFile(join(folder, 'code-key.bak'), 'abc')
  await keeper.createIfAbsent('code-key', 'abc')
  expect(await keeper.list('')).toEqual(['code-key'])
  expect(await readdir(join(folder, '..'))).toEqual(['secrets'])
})

test('processes that start together end up with the same keys', async () => {
  const program = `
    import { systemRandom } from ${JSON.stringify(new URL('../kernel/id.ts', import.meta.url).href)}
    import { openSecretFiles } from ${JSON.stringify(new URL('./secret-files.ts', import.meta.url).href)}
    import { loadSecrets } from ${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)}
    const keeper = await openSecretFiles(process.argv[1], (text) => { throw new Error(text) })
    const secrets = await loadSecrets(keeper, systemRandom)
    process.stdout.write(JSON.stringify(secrets))
  `
  const starts = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder]),
  )
  const printed = new Set((await Promise.all(starts)).map(({ stdout }) => stdout))
  expect(printed.size).toBe(1)
  expect([...printed][0]).toBe(JSON.stringify(await load()))
  expect((await readdir(folder)).sort()).toEqual(NAMES)
})

test('when calls race to create a key, one value wins and all read it', async () => {
  const keeper = await openSecretFiles(folder, () => {})
  const values = Array.from({ length: 20 }, (_, index) => `value-${index}`)
  const read = await Promise.all(
    values.map(async (value) => {
      await keeper.createIfAbsent('racing', value)
      return keeper.read('racing')
    }),
  )
  expect(new Set(read).size).toBe(1)
  expect(values).toContain(read[0])
})

test('keys are listed by prefix, and a removed key is gone', async () => {
  const keeper = await openSecretFiles(folder, () => {})
  for (const name of ['signing-key', 'signing-key-2', 'other'])
    await keeper.createIfAbsent(name, 'x')
  expect((await keeper.list('signing-key')).sort()).toEqual(['signing-key', 'signing-key-2'])
  await keeper.remove('signing-key')
  await keeper.remove('signing-key')
  expect(await keeper.read('signing-key')).toBeUndefined()
  expect(await keeper.list('signing-key')).toEqual(['signing-key-2'])
})

test('key files that others could read get safe permissions, with a warning', async () => {
  const before = await load()
  await chmod(join(folder, 'link-key'), 0o644)
  await chmod(folder, 0o755)
  expect(await load()).toEqual(before)
  expect((await stat(join(folder, 'link-key'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(warnings).toEqual([
    expect.stringContaining('(mode 755); it is 700 now'),
    expect.stringContaining('link-key could be read by other users'),
  ])
})

test.each([
  ['link-key', ''],
  ['refresh-key', 'c2hvcnQ'],
  ['code-key', '<<<<<<< HEAD'],
])('a damaged %s (%j) stops the start and is not overwritten', async (name, damaged) => {
  await load()
  await writeFile(join(folder, name), damaged)
  await expect(load()).rejects.toThrow(`The key "${name}" in ${folder} is damaged. Put it back`)
  expect(await readFile(join(folder, name), 'utf8')).toBe(damaged)
})

async function load() {
  const keeper = await openSecretFiles(folder, (text) => warnings.push(text))
  return loadSecrets(keeper, systemRandom)
}
