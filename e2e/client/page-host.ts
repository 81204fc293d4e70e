import { fileURLToPath } from 'node:url'
import { openFile, type Served, startSite } from './site.ts'

/** The package as strangers install it. */
export const builtClient: string = fileURLToPath(
  new URL('../../packages/client/dist/', import.meta.url),
)

export interface PageHost extends AsyncDisposable {
  /** An empty page that has loaded the client. */
  readonly url: string
  /** The same in an opaque origin: the browser gives it neither storage nor locks. */
  readonly sandboxedUrl: string
}

/** Serves a page and the built client, and nothing of the API: that lies on other origins. */
export async function startPageHost(): Promise<PageHost> {
  const site = await startSite(open)
  return {
    url: `${site.origin}/`,
    sandboxedUrl: `${site.origin}/sandboxed`,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

async function open(path: string): Promise<Served | undefined> {
  if (path === '/') return { type: 'text/html', body: PAGE }
  if (path === '/sandboxed') return { type: 'text/html', body: PAGE, sandboxed: true }
  if (path === '/page.js') return { type: 'text/javascript', body: SCRIPT }
  if (path === '/upload-worker.js') return { type: 'text/javascript', body: WORKER }
  return path.startsWith(CLIENT) ? openFile(builtClient, path.slice(CLIENT.length)) : undefined
}

const CLIENT = '/client/'

const PAGE = `<!doctype html>
<title>A page with the client</title>
<link rel="icon" href="data:," />
<script type="module" src="/page.js"></script>
`

const SCRIPT = `
import * as client from '${CLIENT}index.js'
import * as browser from '${CLIENT}browser.js'
import * as drive from '${CLIENT}drive.js'
import * as manager from '${CLIENT}upload-manager.js'
import * as choosing from '${CLIENT}upload-manager-browser.js'
globalThis.awan = { ...client, ...browser, ...drive, ...manager, ...choosing }
`

const WORKER = `
import { serveUploads } from '${CLIENT}upload-worker.js'
serveUploads(self)
`
