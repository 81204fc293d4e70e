import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'
import { RESUME_MS } from './count-download.ts'

onEachDatabase((openDatabase) => {
  /** Ana's folder with two files, over HTTP, and visitors who come by a link on it. */
  async function serve() {
    const { as, origin, clock, cutOff } = await serveDrive(await openDatabase())
    const ana = as('ana')
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'shared' })
    const inFolder = { parent_id: folder.id }
    const file = await ana.upload('a.txt', Buffer.from('0123456789'), inFolder)
    const other = await ana.upload('b.txt', Buffer.from('other'), inFolder)
    const picture = await ana.upload('c.png', Buffer.from('no picture'), inFolder)
    const send = async (method: string, path: string, body?: object) =>
      (await ana.json(method, path, body)) as unknown as LinkAnswer
    const share = (options: object) =>
      send('POST', '/drive/v1/links', { node_id: folder.id, ...options })
    const downloads = async () => {
      const { links } = await send('GET', `/drive/v1/links?node_id=${folder.id}`)
      return links[0]?.downloads
    }
    const open = (token: string) =>
      fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body: JSON.stringify({ token }) })
    /** A new visitor; each call gives the status and the text of its answer. */
    const visit = async (token: string) => {
      const { visit_token } = (await (await open(token)).json()) as { visit_token: string }
      const visitor = as(visit_token)
      const get = async (path: string, headers: Record<string, string> = {}) => {
        const answer = await visitor.call('GET', path, { headers })
        return { status: answer.status, text: await answer.text() }
      }
      const content = (id: string, range?: string) =>
        get(`/drive/v1/files/${id}/content`, range ? { range: `bytes=${range}` } : {})
      return { ...visitor, get, content }
    }
    return { ana, folder, file, other, picture, share, downloads, open, visit, send, clock, cutOff }
  }

  test('a download counts when its last byte was sent; the ranges of one visitor are one', async () => {
    const { file, share, downloads, visit } = await serve()
    const { token } = await share({ download_limit: 5 })
    const visitor = await visit(token)
    expect(await visitor.content(file.id, '0-3')).toEqual({ status: 206, text: '0123' })
    expect(await downloads()).toBe(0)
    expect(await visitor.content(file.id, '4-9')).toEqual({ status: 206, text: '456789' })
    await expect.poll(downloads).toBe(1)
    expect(await visitor.content(file.id)).toEqual({ status: 200, text: '0123456789' })
    await visitor.call('HEAD', `/drive/v1/files/${file.id}/content`)
    expect((await (await visit(token)).content(file.id, '0-0,9-9')).status).toBe(206)
    await expect.poll(downloads).toBe(2)
  })

  test('the event stream of whoever made a link announces each completed download', async () => {
    const { ana, file, share, downloads, visit } = await serve()
    const { token } = await share({ download_limit: 1 })
    const visitor = await visit(token)
    const events = await ana.call('GET', '/drive/v1/changes/events')
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    const numbers: number[] = []
    async function readUntil(count: number): Promise<void> {
      while (numbers.length < count) {
        const { value = '' } = (await reader?.read()) ?? {}
        for (const [, seq] of value.matchAll(/event: shares\ndata: {"seq":(\d+)}/g)) {
          numbers.push(Number(seq))
        }
      }
    }
    await readUntil(1)
    expect((await visitor.content(file.id)).status).toBe(200)
    await readUntil(2)
    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0)
    // It is told after it was counted.
    expect(await downloads()).toBe(1)
    await reader?.cancel()
  })

  test('a signed link, a path and an archive count once each, and previews never', async () => {
    const { folder, file, other, picture, share, downloads, visit } = await serve()
    const { token } = await share({})
    const visitor = await visit(token)
    const link = await visitor.json('POST', `/drive/v1/files/${file.id}/link`)
    expect((await visitor.get(link.url)).text).toBe('0123456789')
    await expect.poll(downloads).toBe(1)
    expect((await visitor.get('/drive/v1/paths/b.txt')).text).toBe('other')
    await expect.poll(downloads).toBe(2)
    expect((await visitor.content(other.id)).status).toBe(200)
    const zip = await visitor.json('POST', '/drive/v1/files:zip', { ids: [folder.id] })
    expect((await visitor.get(zip.url)).status).toBe(200)
    await expect.poll(downloads).toBe(3)
    await visitor.get(`/drive/v1/files/${picture.id}/thumbnail?size=256`)
    expect(await downloads()).toBe(3)
  })

  test('ten visitors at once cannot pass a download limit of one, and a link that is used up opens no more', async () => {
    const { file, share, downloads, open, visit } = await serve()
    const { token } = await share({ download_limit: 1 })
    const visitors = await Promise.all(Array.from({ length: 10 }, () => visit(token)))
    const answers = await Promise.all(visitors.map(({ content }) => content(file.id)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array(9).fill(403)])
    await expect.poll(downloads).toBe(1)
    expect((await open(token)).status).toBe(404)
  })

  test('a download that broke off keeps its place for a while, and then gives it to others', async () => {
    const { file, share, visit, clock, downloads } = await serve()
    const { token } = await share({ download_limit: 1 })
    const [first, second] = [await visit(token), await visit(token)]
    expect((await first.content(file.id, '0-3')).status).toBe(206)
    expect((await second.content(file.id)).status).toBe(403)
    await expect
      .poll(async () => {
        clock.advance(RESUME_MS)
        return (await second.content(file.id)).status
      })
      .toBe(200)
    await expect.poll(downloads).toBe(1)
    expect((await first.content(file.id, '4-9')).status).toBe(403)
  })

  test('a link without downloads shows previews alone', async () => {
    const { folder, file, picture, share, visit } = await serve()
    const { token } = await share({ allow_download: false })
    const visitor = await visit(token)
    expect((await visitor.get(`/drive/v1/files?parent_id=${folder.id}`)).status).toBe(200)
    const refused = [
      await visitor.call('GET', `/drive/v1/files/${file.id}/content`),
      await visitor.call('GET', '/drive/v1/paths/a.txt'),
      await visitor.call('POST', `/drive/v1/files/${file.id}/link`),
      await visitor.call('POST', '/drive/v1/files:zip', {
        body: JSON.stringify({ ids: [folder.id] }),
      }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const preview = await visitor.get(`/drive/v1/files/${picture.id}/thumbnail?size=256`)
    expect(preview.status).not.toBe(403)
  })

  test('a running download ends when its link is revoked', async () => {
    const { ana, folder, share, visit, send, cutOff } = await serve()
    const large = await ana.upload('large', someBytes(48 * 2 ** 20), { parent_id: folder.id })
    const { id, token } = await share({})
    const visitor = await visit(token)
    const path = `/drive/v1/files/${large.id}/content`
    const answer = await visitor.call('GET', path)
    const reader = answer.body?.getReader()
    await reader?.read()
    await send('DELETE', `/drive/v1/links/${id}`)
    // Whoever reads on at once can be quicker.
    await expect.poll(() => cutOff).toContain(`GET ${path}`)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow()
  })
})

interface LinkAnswer {
  id: string
  token: string
  links: { downloads: number }[]
}
