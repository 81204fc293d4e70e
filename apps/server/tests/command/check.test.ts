import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openBlobStore } from '../../src/blobs/open-blob-store.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { replaceBytes } from '../../src/drive/check/testing.ts'
import { runAwan, startAwan } from '../testing/awan.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createSignedUpPerson } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('awan check reports whose files are damaged or missing while the server is running', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const { email, drive } = await createSignedUpPerson(server.url)
    const folder = await drive.files.createFolder({ name: 'Photos' })
    const contents = [randomBytes(300_000), randomBytes(200_000)]
    for (const [index, content] of contents.entries()) {
      const name = `${index}.jpg`
      await drive.uploads.upload(new Blob([content]), { parent_id: folder.id, name })
    }
    const clean = await startAwan(backend, 'check', '--json').ended
    expect({ code: clean.code, ...clean.json }).toMatchObject({
      code: 0,
      ok: true,
      drives: 1,
      nodes: 4,
      contents: 2,
      contentBytes: 500_000,
      readBytes: 500_000,
      list: [],
    })

    await using db = await openDatabase(backend.database)
    await using blobs = await openBlobStore(backend.blobs)
    const rows = await db.read((reader) =>
      reader.selectFrom('blobs').select(['id', 'size']).orderBy('size', 'desc').execute(),
    )
    const [large = { id: '' }, small = { id: '' }] = rows
    const damaged = Buffer.from(contents[0] ?? '')
    damaged.writeUInt8(damaged.readUInt8(123_456) ^ 1, 123_456)
    await replaceBytes(blobs, large.id, damaged)
    const fast = await runAwan(backend, 'check', '--fast')
    expect(fast.code).toBe(0)
    const deep = await runAwan(backend, 'check')
    expect(deep.code).toBe(1)
    expect(deep.stdout).toContain(
      `"/Photos/0.jpg" of ${email}: the content is damaged: it does not match its hash [${large.id}]`,
    )
    expect(deep.stdout).toContain('1 problems, 0 repaired')
    expect(deep.stdout).toMatch(/2 contents \(500 kB, read at [\d.]+ (bytes|kB|MB|GB)\/s\)/)
    expect(fast.stdout).toContain('2 contents (500 kB):')
    // The monitoring of the server reads the result there.
    const remembered = await db.read((reader) => reader.selectFrom('upkeep').selectAll().execute())
    expect(remembered.map(({ name, found }) => [name, JSON.parse(found)])).toEqual([
      ['check', { nodes: 4, problems: 1, left: 1, reads_contents: true }],
    ])

    await blobs.delete(small.id)
    await db.write((writer) => writer.updateTable('drives').set({ used_bytes: 1 }).execute())
    const repaired = await runAwan(backend, 'check', '--repair', '--json', '--drive', email)
    expect(repaired.code).toBe(1)
    expect(repaired.json).toMatchObject({ ok: false, problems: 3, left: 2 })
    expect(
      repaired.json.list.map(({ kind, files, repair }: Record<string, unknown>) => [
        kind,
        files,
        repair,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['content_damaged', ['/Photos/0.jpg'], 'impossible'],
        ['content_missing', ['/Photos/1.jpg'], 'impossible'],
        ['used_bytes', undefined, 'repaired'],
      ]),
    )
    // What the files hold is right again, and so is what a listing says of it.
    expect((await drive.about()).quota_usage).toBe(500_000)

    const nobody = await runAwan(backend, 'check', '--drive', 'nobody@example.org')
    expect(nobody).toMatchObject({ code: 3, stdout: '' })
    expect(nobody.stderr).toBe('awan check: there is nobody called "nobody@example.org"\n')
  })
})
