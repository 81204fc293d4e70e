import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestFolder } from '../src/blobs/testing.ts'
import { sha256, someBytes } from '../src/drive/testing.ts'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson, type Person } from './testing/person.ts'
import { startServer } from './testing/server.ts'

/** The curl that people have, with somebody's token. */
function openCurl(url: string, { client }: Person) {
  const { access_token } = JSON.parse(client.runtime.storage.get('credentials_awan-cli') ?? '{}')
  return async (path: string, options: string[] = [], input?: Buffer) => {
    const args = ['-sS', '-H', `authorization: Bearer ${access_token}`, ...options]
    const child = spawn('curl', [...args, '-w', '\n%{http_code}', `${url}/drive/v1/paths/${path}`])
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [output, complaint] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect(complaint).toBe('')
    const end = output.lastIndexOf('\n')
    return { status: Number(output.slice(end + 1)), body: output.slice(0, end) }
  }
}

onEachBackend((prepare) => {
  test('files can be written, read and deleted with curl alone', async () => {
    await using server = await startServer(await prepare())
    const person = await createSignedUpPerson(server.url)
    const curl = openCurl(server.url, person)
    const folder = await createTestFolder()
    const small = join(folder, 'small.txt')
    const large = join(folder, 'large.bin')
    await writeFile(small, 'We arrived.')
    await writeFile(large, someBytes(9 * 1024 * 1024))

    const written = await curl('trip/%E5%AE%B6%E6%97%8F/day%201.txt', ['-T', small])
    expect(written.status, written.body).toBe(200)
    expect(JSON.parse(written.body)).toMatchObject({
      name: 'day 1.txt',
      size: 11,
      mime_type: 'text/plain',
    })
    const path = 'trip/%E5%AE%B6%E6%97%8F/day%201.txt'
    expect(await curl(path)).toEqual({ status: 200, body: 'We arrived.' })
    expect(await curl(path, ['-r', '3-9'])).toEqual({ status: 206, body: 'arrived' })
    const head = await curl(path, ['-I'])
    expect(head.body).toMatch(/^content-length: 11\r$/im)
    const etag = /^etag: (.*)\r$/im.exec(head.body)?.[1] ?? ''

    const only = (...headers: string[]) => headers.flatMap((header) => ['-H', header])
    const again = ['-T', small, ...only('If-None-Match: *')]
    expect((await curl(path, again)).status).toBe(412)
    const seen = ['-T', '-', ...only(`If-Match: ${etag}`, 'X-Modified-Time: 2020-01-02T03:04:05Z')]
    const changed = await curl(path, seen, Buffer.from('We left.'))
    expect(JSON.parse(changed.body)).toMatchObject({
      size: 8,
      modified_time: '2020-01-02T03:04:05.000Z',
    })
    expect((await curl(path, seen, Buffer.from('Too late.'))).status).toBe(412)
    const tag = /^etag: (.*)\r$/im.exec((await curl(path, ['-I'])).body)?.[1] ?? ''
    const goOn = ['-T', '-', ...only(`If-Match: ${tag}`, 'X-Writing: continue')]
    const longer = await curl(path, goOn, Buffer.from('We left again.'))
    const { versions } = await person.drive.versions.list(JSON.parse(longer.body).id)
    // The time stands still here, and versions of one moment have no order.
    expect(versions.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([11, 14])
    for (const headers of [
      ['X-Writing: continue'],
      ['If-Match: *', 'X-Writing: continue'],
      [`If-Match: ${tag}`, 'X-Writing: begin'],
    ]) {
      expect((await curl(path, ['-T', small, ...only(...headers)])).status).toBe(400)
    }

    const video = ['-T', large, ...only('Content-Type: video/mp4')]
    const sent = await curl('trip/large.bin', video)
    expect(JSON.parse(sent.body)).toMatchObject({ size: 9 * 1024 * 1024, mime_type: 'video/mp4' })
    const answer = await person.drive.paths.download('trip/large.bin')
    const whole = Buffer.from(await answer.arrayBuffer())
    expect(sha256(whole)).toBe(sha256(someBytes(whole.length)))
    const unmeasured = await curl('trip/large.bin', ['-T', '-'], someBytes(21 * 1024 * 1024))
    expect(JSON.parse(unmeasured.body)).toMatchObject({ size: 21 * 1024 * 1024 })
    const streamed = await person.drive.paths.download('trip/large.bin')
    expect(sha256(Buffer.from(await streamed.arrayBuffer()))).toBe(
      sha256(someBytes(21 * 1024 * 1024)),
    )

    expect((await curl('trip', ['-X', 'DELETE'])).status).toBe(200)
    expect((await curl(path)).status).toBe(404)
    const stranger = openCurl(server.url, await createSignedUpPerson(server.url))
    expect((await stranger(path)).status).toBe(404)
    for (const trick of ['../about', 'a/%2e%2e/b', 'a//b', '%00', 'a%2F..%2Fb']) {
      const refused = await curl(trick, ['--path-as-is', '-T', small])
      expect(refused.status, trick).toBeGreaterThanOrEqual(400)
      expect(refused.status, trick).toBeLessThan(500)
    }
  })

  test('a bundle sent by the client is stored completely, with one change per file and folder', async () => {
    await using server = await startServer(await prepare())
    const { drive } = await createSignedUpPerson(server.url)
    const entries = Array.from({ length: 300 }, (_, i) => ({
      path: `photos/${i % 7}/${i}.txt`,
      content: new Blob([`photo ${i}`]),
    }))
    const outcomes = await drive.uploads.bundle(entries)
    expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([])
    const response = await drive.paths.download('photos/3/206.txt', { range: { start: 6 } })
    expect(await response.text()).toBe('206')
    // 300 files, 7 folders and the one around them.
    expect((await drive.about()).seq).toBe(308)
    const again = await drive.uploads.bundle(entries)
    expect(again.every((outcome) => 'error' in outcome)).toBe(true)
  })
})
