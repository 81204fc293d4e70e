import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestHttp } from './testing.ts'

let folder: string
let app: ReturnType<typeof createTestHttp>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'awan-web-app-'))
  await mkdir(join(folder, 'dist/assets/fonts'), { recursive: true })
  await writeFile(join(folder, 'dist/index.html'), '<title>Awan</title>')
  await writeFile(join(folder, 'dist/visit.html'), '<title>A link</title>')
  await writeFile(join(folder, 'dist/theme.js'), 'theme')
  await writeFile(join(folder, 'dist/assets/drive-1a2b.js'), 'drive')
  await writeFile(join(folder, 'dist/assets/drive-1a2b.js.br'), brotliCompressSync('drive'))
  await writeFile(join(folder, 'dist/assets/upload-worker-1a2b.js'), 'worker')
  await writeFile(join(folder, 'dist/assets/fonts/inter.woff2'), 'letters')
  await writeFile(join(folder, 'secret.txt'), 'nobody reads this')
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  app = createTestHttp({ webDist: join(folder, 'dist') })
})

afterEach(async () => {
  await app.close()
})

test('every page address serves the web app, without caching', async () => {
  for (const url of ['/', '/files/some-folder', '/index.html']) {
    const page = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(page.body).toBe('<title>Awan</title>')
    expect(page.headers['cache-control']).toBe('no-cache')
  }
  expect((await app.inject('/theme.js')).headers['cache-control']).toBe('no-cache')
})

test('the page of a link is its own, is not indexed and sends its address to nobody', async () => {
  for (const url of ['/s/a-token', '/s/a-token?x', '/s/a-token/']) {
    const page = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(page.body).toBe('<title>A link</title>')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow, noarchive')
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  }
  for (const url of ['/', '/settings', '/s', '/signin']) {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['x-robots-tag']).toBeUndefined()
  }
})

test('only the upload worker may compile WebAssembly', async () => {
  const scriptsOf = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy']).split('; ')
    return policy.filter((rule) => rule.startsWith('script-src'))
  }
  expect(await scriptsOf('/assets/upload-worker-1a2b.js')).toEqual([
    "script-src 'self' 'wasm-unsafe-eval'",
  ])
  for (const url of ['/', '/theme.js', '/assets/drive-1a2b.js']) {
    expect(await scriptsOf(url)).toEqual(["script-src 'self'"])
  }
})

test('assets are cached forever, in subfolders too, and compressed if the client accepts it', async () => {
  const font = await app.inject('/assets/fonts/inter.woff2')
  expect(font.body).toBe('letters')
  expect(font.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const plain = await app.inject('/assets/drive-1a2b.js')
  expect(plain.body).toBe('drive')
  expect(plain.headers['content-type']).toContain('javascript')
  const small = await app.inject({
    url: '/assets/drive-1a2b.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers['content-type']).toContain('javascript')
  expect(small.headers.vary).toContain('accept-encoding')
  const head = await app.inject({ method: 'HEAD', url: '/assets/drive-1a2b.js' })
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
})

test('an unknown asset answers not_found and never the page', async () => {
  for (const url of ['/assets/gone.js', '/assets', '/assets/', '/assets/fonts', '/assets/fonts/']) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode, url).toBe(404)
    expect(answer.json()).toMatchObject({ error: 'not_found' })
  }
})

test('an unknown API path answers not_found and never the page', async () => {
  for (const url of ['/v1/nothing', '/drive', '/docs/nothing', '/.well-known/nothing?x']) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode, url).toBe(404)
    expect(answer.json()).toMatchObject({ error: 'not_found' })
  }
})

test('no address serves a file outside of the web app', async () => {
  const outside = [
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    `/assets/${join(folder, 'secret.txt')}`,
    '/assets/%00',
  ]
  for (const url of outside) {
    const answer = await app.inject(url)
    expect([400, 403, 404], url).toContain(answer.statusCode)
    expect(answer.body).not.toContain('nobody')
  }
})
