import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { runAwan } from '../testing/awan.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('contents stored in the database are checked, backed up and restored', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { email, drive } = await createSignedUpPerson(server.url)
    const contents = new Map(['a', 'b', 'c'].map((name) => [name, randomBytes(4_000)]))
    await drive.uploads.bundle(
      [...contents].map(([path, bytes]) => ({ path, content: new Blob([bytes]) })),
    )
    expect(await runAwan(backend, 'check', '--json')).toMatchObject({
      code: 0,
      json: { ok: true, contents: 3, contentBytes: 12_000 },
    })

    const folder = await mkdtemp(join(tmpdir(), 'awan-backup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(await runAwan(backend, 'backup', folder, '--json')).toMatchObject({
      code: 0,
      json: { contents: { count: 0 } },
    })
    expect(await runAwan(backend, 'restore', folder, '--drill')).toMatchObject({ code: 0 })
    const target = await prepare('empty')
    expect(await runAwan(target, 'restore', folder)).toMatchObject({ code: 0 })
    await using again = await startServer(target)
    const back = createPerson(again.url, email)
    await back.client.signIn.withPassword({ username: email, password: PASSWORD })
    for (const file of (await back.drive.files.list({})).files) {
      const bytes = Buffer.from(await (await back.drive.files.download(file.id)).arrayBuffer())
      expect(bytes.equals(contents.get(file.name) ?? Buffer.alloc(0))).toBe(true)
    }

    await using db = await openDatabase(backend.database)
    await db.write((writer) =>
      writer
        .updateTable('small_contents')
        .set({ bytes: randomBytes(4_000) })
        .execute(),
    )
    const damaged = await runAwan(backend, 'check', '--json')
    expect(damaged).toMatchObject({ code: 1, json: { byKind: { content_damaged: 3 } } })
    await db.write((writer) => writer.deleteFrom('small_contents').execute())
    const gone = await runAwan(backend, 'check', '--fast', '--json')
    expect(gone).toMatchObject({ code: 1, json: { byKind: { content_missing: 3 } } })
  })
})
