import { type Context, createContext, runInContext } from 'node:vm'
import type { Page } from '../../runtime/runtime.ts'
import { type CookieJar, createCookieJar } from '../../storage/testing/cookie-jar.ts'

export interface TestPage extends Page {
  /** The addresses of the scripts that were asked for. */
  readonly scripts: string[]
}

export interface TestPageOptions {
  url?: string
  /** Pages of one browser share it. */
  jar?: CookieJar
  /** What the page has under these names beside `location`. */
  globals?: Record<string, unknown>
}

/** A page of which only the rendering is missing: scripts come over the network and run, apart from ours. */
export function openTestPage(options: TestPageOptions = {}): TestPage {
  const { hostname, origin, protocol, href } = new URL(options.url ?? 'https://drive.example.org/')
  const jar = options.jar ?? createCookieJar(Date.now)
  const context: Context = createContext({ location: { origin }, ...options.globals })
  const scripts: string[] = []
  return {
    scripts,
    document: jar.open(href),
    hostName: hostname,
    isSecure: protocol === 'https:',
    async loadScript(url) {
      scripts.push(url)
      const response = await fetch(url)
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const text = await response.text()
      try {
        runInContext(text, context)
      } catch {
        // Like a browser: an error inside a script is not an error of its loading.
      }
    },
    global: (name) => context[name],
    expose(name, value) {
      context[name] = value
      return () => delete context[name]
    },
  }
}
