import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { caught } from '../testing/caught.ts'
import { openLocalServer } from '../testing/local-server.ts'
import { openPage } from './page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** As much of a document as loads scripts: an element that is put into it is fetched and run. */
function openDocument() {
  const scripts = new Set<HTMLScriptElement>()
  const root = {
    async append(script: HTMLScriptElement) {
      scripts.add(script)
      const response = await fetch(script.src)
      if (!response.ok) return script.onerror?.(new Event('error') as never)
      runInThisContext(await response.text())
      script.onload?.(new Event('load'))
    },
  }
  const document = {
    cookie: '',
    head: root as typeof root | null,
    documentElement: root,
    createElement: () => {
      const script = { remove: () => void scripts.delete(script) } as HTMLScriptElement
      return script
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', new URL('https://drive.example.org:8443/files'))
  return { document, scripts }
}

function mustOpen() {
  const page = openPage()
  if (!page) throw new Error('there is a document, but no page')
  return page
}

test('a worker and Node have no page', () => {
  expect(openPage()).toBeUndefined()
})

test('a page knows its host and whether it came over TLS', () => {
  const { document } = openDocument()
  expect(mustOpen()).toMatchObject({ hostName: 'drive.example.org', isSecure: true, document })
  vi.stubGlobal('location', new URL('http://localhost:8080/'))
  expect(mustOpen()).toMatchObject({ hostName: 'localhost', isSecure: false })
})

test('[STO-9] a script has been loaded and run when the promise resolves', async () => {
  await using server = await openLocalServer((_received, response) => {
    response.end('globalThis.fromTheScript = (text) => text + "!"')
    return undefined
  })
  const { document, scripts } = openDocument()
  const page = mustOpen()
  await page.loadScript(`${server.origin}/a.js`)
  expect((page.global('fromTheScript') as (text: string) => string)('run')).toBe('run!')
  expect(scripts.size).toBe(0)
  Reflect.deleteProperty(globalThis, 'fromTheScript')

  document.head = null
  await page.loadScript(`${server.origin}/b.js`)
  expect(page.global('fromTheScript')).toBeTypeOf('function')
  Reflect.deleteProperty(globalThis, 'fromTheScript')
})

test('[STO-9] a script that cannot be loaded fails with unreachable, and the error omits its query', async () => {
  await using server = await openLocalServer((_received, response) => {
    response.writeHead(500).end()
    return undefined
  })
  const { scripts } = openDocument()
  const error = await caught(mustOpen().loadScript(`${server.origin}/a.js?secret=1`))
  expect(error).toMatchObject({ error: 'unreachable', uri: `${server.origin}/a.js` })
  expect(JSON.stringify(error) + error.message).not.toMatch('secret')
  expect(scripts.size).toBe(0)
})

test('an exposed global is removed again, unless it has been replaced', () => {
  openDocument()
  const page = mustOpen()
  const place = globalThis as Record<string, unknown>
  const first = () => 1
  const takeAway = page.expose('exposedName', first)
  expect(page.global('exposedName')).toBe(first)
  takeAway()
  expect('exposedName' in place).toBe(false)

  const takeAwayAgain = page.expose('exposedName', first)
  place.exposedName = 'replaced'
  takeAwayAgain()
  expect(page.global('exposedName')).toBe('replaced')
  Reflect.deleteProperty(globalThis, 'exposedName')
})
