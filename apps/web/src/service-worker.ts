/**
 * Keeps the page itself at hand, so that Awan opens without a network. It never touches what people
 * store: calls, contents and pictures pass by it. The server is always asked for the page first, so
 * that an old page never meets a new server; names of assets hold their hash, so that one that is here
 * is the right one. What it keeps belongs to one version, and goes when the next one takes over.
 *
 * Built by build/service-worker.ts, which tells it what to keep and what to leave to the server. It imports nothing.
 */

/** Written at the head of the file when it is built. */
declare const SHELL: { version: string; files: readonly string[]; apiPath: string }
/** The page at every address. */
const PAGE = '/'
const PREFIX = 'awan-shell-'
const CACHE = PREFIX + SHELL.version
/** Addresses without a page: downloads and calls are the server's own. */
const API_PATH = new RegExp(SHELL.apiPath)

/** The page of a link is another one, which nobody opens without a network. */
const LINK_PAGES = '/s/'

/** What the service worker needs of its surroundings; the types of pages know nothing of it. */
interface Scope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Type extends keyof Events>(
    type: Type,
    listener: (event: Events[Type]) => void,
  ): void
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Lasting {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface Events {
  install: Lasting
  activate: Lasting
  fetch: Fetching
  message: Lasting & MessageEvent
}

const scope = globalThis as unknown as Scope

scope.addEventListener('install', (event) => event.waitUntil(keepShell()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    if (!API_PATH.test(pathname) && !pathname.startsWith(LINK_PAGES)) {
      event.respondWith(openPage(event))
    }
  } else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(request))
  else if (SHELL.files.includes(pathname)) event.respondWith(openFresh(request, pathname))
})

scope.addEventListener('message', (event) => {
  const { type, urls } = (event.data ?? {}) as { type?: unknown; urls?: unknown }
  if (type === 'take-over') event.waitUntil(scope.skipWaiting())
  if (type === 'keep' && Array.isArray(urls)) event.waitUntil(keepLoaded(urls))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE)
  // Not from the browser's own cache, where the page of yesterday may lie.
  await cache.addAll([
    ...[PAGE, ...SHELL.files.filter((file) => !file.startsWith('/assets/'))].map(
      (file) => new Request(file, { cache: 'reload' }),
    ),
    ...SHELL.files.filter((file) => file.startsWith('/assets/')),
  ])
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  }
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/** What a page had loaded before anybody kept anything: the words of its language, above all. */
async function keepLoaded(urls: readonly unknown[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const url of urls) {
    if (typeof url !== 'string' || !url.startsWith('/assets/')) continue
    if (!(await cache.match(url))) await cache.add(url)
  }
}

/** The server's page while it answers, whatever it answers; ours when nobody does. */
async function openPage({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: CACHE })
    if (kept) return kept
    throw error
  }
}

async function openAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await cache.put(request.url, answer.clone())
  return answer
}

/** A file without a hash in its name may be another one today. */
async function openFresh(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(pathname, { cacheName: CACHE })
    if (kept) return kept
    throw error
  }
}
