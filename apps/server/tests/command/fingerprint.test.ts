import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFingerprint } from '../../src/db/fingerprint.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/id.ts'
import { runAwan } from '../testing/awan.ts'
import { type Backend, onEachBackend } from '../testing/backends.ts'

onEachBackend((prepare) => {
  test('a restored server has a new fingerprint and keeps it', {
    timeout: 120_000,
  }, async () => {
    const backend = await prepare()
    const first = await readFingerprint(backend)
    const folder = await mkdtemp(join(tmpdir(), 'awan-fingerprint-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const made = await runAwan(backend, 'backup', folder, '--json')
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(await readFingerprint(backend)).toBe(first)

    const target = await prepare('empty')
    const restored = await runAwan(target, 'restore', folder, '--json')
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const second = await readFingerprint(target)
    expect(second).not.toBe(first)
    expect(await readFingerprint(target)).toBe(second)

    // The same backup a second time is another life again.
    const other = await prepare('empty')
    expect(await runAwan(other, 'restore', folder, '--json')).toMatchObject({ code: 0 })
    expect([first, second]).not.toContain(await readFingerprint(other))
  })
})

async function readFingerprint({ database }: Backend): Promise<string> {
  await using db = await openDatabase(database)
  return await createFingerprint({ db, clock: systemClock, random: systemRandom }).read()
}
