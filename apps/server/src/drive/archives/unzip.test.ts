import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { curl, openBreakingWay, run } from '../testing-curl.ts'
import { serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  async function serve() {
    const server = await serveDrive(await openDatabase())
    const ana = server.as('ana')
    const folder = async (name: string, parent_id = 'root') =>
      (await ana.json('POST', '/drive/v1/files', { kind: 'folder', name, parent_id })).id
    const zip = (ids: string[], more: object = {}) =>
      ana.json('POST', '/drive/v1/files:zip', { ids, ...more })
    return { ...server, ana, folder, zip, target: join(await createTestFolder(), 'a.zip') }
  }

  test('Info-ZIP unpacks every file with its content, its name and its modification time', async () => {
    const { ana, folder, zip, origin, target } = await serve()
    const photos = await folder('Foto 照片 사진')
    await folder('empty', photos)
    const sea = someBytes(5_000_000)
    const modified_time = '2001-02-03T04:05:06Z'
    await ana.upload('바다.jpg', sea, { parent_id: photos, modified_time })
    const hostile = ['-rf', '~', '$(id)', 'a"b\'c', '%2e%2e', '..\\..\\x', '.hidden', 'CON', '…‮gpj']
    for (const [i, name] of hostile.entries()) {
      await ana.upload(name, Buffer.from(`${i}`), { parent_id: photos })
    }
    const answer = await zip([photos])
    expect(answer).toMatchObject({ status: 200, entries: 3 + hostile.length })
    await curl('-o', target, `${origin}${answer.url}`)

    const tested = await run('unzip', ['-t', target])
    expect([tested.code, tested.stderr]).toEqual([0, ''])
    expect(tested.stdout.toString()).toContain('No errors detected')
    const place = await createTestFolder()
    const unpacked = await run('unzip', ['-q', target, '-d', place])
    expect([unpacked.code, unpacked.stderr]).toEqual([0, ''])
    const inside = join(place, 'Foto 照片 사진')
    expect(await readdir(place)).toEqual(['Foto 照片 사진'])
    expect((await readFile(join(inside, '바다.jpg'))).equals(sea)).toBe(true)
    expect((await stat(join(inside, '바다.jpg'))).mtime.toISOString()).toBe(
      '2001-02-03T04:05:06.000Z',
    )
    expect(await readdir(join(inside, 'empty'))).toEqual([])
    const names = hostile.map((name) => name.replaceAll('\\', '_'))
    expect((await readdir(inside)).sort()).toEqual([...names, '바다.jpg', 'empty'].sort())
    for (const [i, name] of names.entries()) {
      expect(await readFile(join(inside, name), 'utf8')).toBe(`${i}`)
    }
    const info = (await run('zipinfo', ['-v', target])).stdout.toString()
    expect(info).not.toContain('warning')
  })

  test('curl resumes an interrupted archive download and gets the same bytes', async () => {
    const { ana, folder, zip, origin, port, target } = await serve()
    const photos = await folder('photos')
    for (let i = 0; i < 4; i++) {
      await ana.upload(`${i}.bin`, someBytes(1_000_000, i + 1), { parent_id: photos })
    }
    const { url } = await zip([photos])
    const way = await openBreakingWay(port, 2_500_000)
    const broken = await run('curl', ['-s', '-o', target, `${way}${url}`])
    expect(broken.code, broken.stderr).toBe(18)
    const kept = (await stat(target)).size
    expect(kept).toBeGreaterThan(2_000_000)
    expect(kept).toBeLessThan(2_500_000)
    // What has changed since is not in it.
    await ana.upload('4.bin', someBytes(10), { parent_id: photos })
    await curl('-C', '-', '-o', target, `${origin}${url}`)
    const resumed = await readFile(target)
    expect(resumed.equals(await curl(`${origin}${url}`))).toBe(true)
    expect((await run('unzip', ['-tq', target])).code).toBe(0)
  })

  test('HEAD on an archive gives its length and ETag, and any ranges can be requested', async () => {
    const { ana, zip, origin } = await serve()
    const file = await ana.upload('a.txt', someBytes(10_000))
    const { url, ...told } = await zip([file.id], { name: 'Böt "x".zip' })
    const head = await fetch(`${origin}${url}`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-length': `${told.size}`,
      etag: told.etag,
      'content-type': 'application/zip',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="B_t _x_.zip"; filename*=UTF-8''B%C3%B6t%20%22x%22.zip`,
      'cache-control': 'private, max-age=43200',
      'x-content-type-options': 'nosniff',
    })
    const get = (headers: Record<string, string>) => fetch(`${origin}${url}`, { headers })
    const whole = Buffer.from(await (await get({})).arrayBuffer())
    expect(whole.length).toBe(told.size)
    const end = await get({ range: 'bytes=-22', 'if-range': told.etag })
    expect([end.status, Buffer.from(await end.arrayBuffer())]).toEqual([206, whole.subarray(-22)])
    const parts = await get({ range: 'bytes=0-3,5000-5003' })
    const body = Buffer.from(await parts.arrayBuffer())
    expect(body.length).toBe(Number(parts.headers.get('content-length')))
    expect(body.includes(whole.subarray(5000, 5004))).toBe(true)
    expect((await get({ 'if-none-match': told.etag })).status).toBe(304)
    const beyond = await get({ range: `bytes=${told.size}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${told.size}`,
    ])
  })

  test("another person's file, an altered link and an expired link all answer not_found", async () => {
    const { ana, as, zip, origin, clock } = await serve()
    const mine = await ana.upload('a.txt', Buffer.from('a'))
    const bens = await as('ben').upload('b.txt', Buffer.from('b'))
    const { error, error_uri } = await zip([mine.id, bens.id])
    expect([error, error_uri]).toEqual(['not_found', '/drive/v1/files:zip'])
    const unknown = await zip([mine.id, 'nothing'])
    expect(unknown).toMatchObject({ error, status: 404 })
    const { url } = await zip([mine.id])
    const errorOf = async (path: string) => {
      const answer = await fetch(`${origin}${path}`)
      const { error_uri: _, ...rest } = (await answer.json()) as { error_uri: string }
      return { status: answer.status, ...rest }
    }
    const forged = await errorOf(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)
    expect(forged).toMatchObject({ status: 404, error: 'not_found' })
    clock.advance(12 * 3_600_000)
    expect(await errorOf(url)).toEqual(forged)
  })
})
