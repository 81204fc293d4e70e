import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { curl, openBreakingWay, run } from '../testing-curl.ts'
import { serveDrive } from '../testing-http.ts'

onEachDatabase((openDatabase) => {
  async function serveFile(bytes: Buffer, name = 'a.jpg') {
    const server = await serveDrive(await openDatabase())
    const ana = server.as('ana')
    const file = await ana.upload(name, bytes)
    const { url } = await ana.json('POST', `/drive/v1/files/${file.id}/link`)
    const get = (headers: Record<string, string>) => fetch(`${server.origin}${url}`, { headers })
    return { ...server, ana, file, path: url, url: `${server.origin}${url}`, get }
  }

  test('several ranges are answered as multipart/byteranges with a known length', async () => {
    const bytes = someBytes(100_000)
    const { get, file } = await serveFile(bytes)
    const answer = await get({ range: 'bytes=0-3,10-13,-5' })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBeNull()
    expect(answer.headers.get('etag')).toBe(`"${file.hash}"`)
    const [, boundary] = /^multipart\/byteranges; boundary=(\w+)$/.exec(
      answer.headers.get('content-type') ?? '',
    ) ?? ['', '']
    const body = Buffer.from(await answer.arrayBuffer())
    expect(body.length).toBe(Number(answer.headers.get('content-length')))
    const part = (start: number, end: number) => [
      Buffer.from(
        `\r\n--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Range: bytes ${start}-${end}/100000\r\n\r\n`,
      ),
      bytes.subarray(start, end + 1),
    ]
    const expected = [part(0, 3), part(10, 13), part(99_995, 99_999)].flat()
    expect(body).toEqual(Buffer.concat([...expected, Buffer.from(`\r\n--${boundary}--\r\n`)]))
  })

  test('repeated ranges are sent once, and too many ranges as the whole content', async () => {
    const bytes = someBytes(100_000)
    const { get } = await serveFile(bytes)
    const again = await get({ range: `bytes=${Array(60).fill('0-').join()}` })
    expect(again.status).toBe(206)
    expect(again.headers.get('content-range')).toBe('bytes 0-99999/100000')
    expect((await again.arrayBuffer()).byteLength).toBe(100_000)
    const pieces = Array.from({ length: 65 }, (_, i) => `${2 * i}-${2 * i}`)
    const whole = await get({ range: `bytes=${pieces.join()}` })
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 100_000])
    const beyond = await get({ range: 'bytes=100000-,200000-200001' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */100000'])
  })

  test('curl requests ranges and resumes an interrupted download', async () => {
    const bytes = someBytes(3_000_000)
    const { url, path, port } = await serveFile(bytes)
    expect(await curl('-r', '5-9', url)).toEqual(bytes.subarray(5, 10))
    expect(await curl('-r', '-7', url)).toEqual(bytes.subarray(-7))
    const several = await curl('-r', '0-3,10-13', url)
    for (const range of [bytes.subarray(0, 4), bytes.subarray(10, 14)]) {
      expect(several.includes(range)).toBe(true)
    }

    const target = join(await createTestFolder(), 'a.jpg')
    const way = await openBreakingWay(port, 1_000_000)
    const broken = await run('curl', ['-s', '-o', target, `${way}${path}`])
    expect(broken.code, broken.stderr).toBe(18)
    expect((await readFile(target)).length).toBeLessThan(1_000_000)
    await curl('-C', '-', '-o', target, url)
    expect((await readFile(target)).equals(bytes)).toBe(true)
    // Nothing is left to send, and curl takes that for the end.
    await run('curl', ['-s', '-C', '-', '-o', target, url])
    expect((await readFile(target)).equals(bytes)).toBe(true)
  })

  test('a range with an outdated If-Range gets the whole content, and with an outdated If-Match is rejected', async () => {
    const { ana, file, port, url } = await serveFile(someBytes(100), 'a.txt')
    const content = `http://127.0.0.1:${port}/drive/v1/files/${file.id}/content`
    const bearer = ['-H', 'authorization: Bearer ana']
    const whole = await curl(...bearer, '-H', 'if-range: "other"', '-r', '3-', content)
    expect(whole).toEqual(await curl(url))
    const { status } = await ana.call('GET', `/drive/v1/files/${file.id}/content`, {
      headers: { 'if-match': '"other"', range: 'bytes=3-' },
    })
    expect(status).toBe(412)
  })
})
