import { applyLoad } from '../load.ts'
import { type Figure, median } from '../measurement.ts'
import { signIn, startInProduction } from './people.ts'
import { FILES_IN_FOLDER, type PlantedDrive } from './planted-drive.ts'
import { servedMs } from './served-ms.ts'

const PAGE = 200
const FAR_PAGE = 400
const LARGE_PAGE = 1_000
const READS = 50
const CONNECTIONS = 4
const SECONDS = 3
const ROUTE = '/drive/v1/files'

/** Pages of a folder of 100,000, in a drive of a million. */
export async function measureListing(planted: PlantedDrive, repeat: number): Promise<Figure[]> {
  await using server = await startInProduction(planted.dataDir)
  using person = await signIn(server.url, planted.person)
  const pages = new Pages(server.url, person.headers)
  const folder = await pages.firstFolder()
  const far = await pages.tokenOf(folder, (FAR_PAGE - 1) * PAGE)
  const first = pathOf(folder, PAGE)
  const farther = pathOf(folder, PAGE, far)
  const places = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, i) =>
      pages.tokenOf(folder, Math.floor((i * FILES_IN_FOLDER) / CONNECTIONS)),
    ),
  )

  const firstMs: number[] = []
  const fartherMs: number[] = []
  const perSecond: number[] = []
  // One round before those that count.
  for (let round = 0; round <= repeat; round++) {
    const a = await pages.serverMs(first)
    const b = await pages.serverMs(farther)
    const load = await applyLoad({
      url: server.url,
      connections: CONNECTIONS,
      seconds: SECONDS,
      request: (connection) => ({
        method: 'GET',
        path: pathOf(folder, LARGE_PAGE, places[connection]),
        headers: person.headers,
      }),
    })
    if (round === 0) continue
    firstMs.push(a)
    fartherMs.push(b)
    perSecond.push(load.perSecond)
  }
  const page = { target: 'awan', unit: 'ms', better: 'less' } as const
  const asked = { of: 'value', atMost: 10 } as const
  return [
    { ...page, what: 'first page (200) of 100,000, in the server', value: median(firstMs), asked },
    { ...page, what: '400th page, in the server', value: median(fartherMs), asked },
    {
      what: 'pages of 1,000',
      target: 'awan',
      value: median(perSecond),
      unit: '/s',
      better: 'more',
      asked: { of: 'value', atLeast: 250 },
    },
  ]
}

function pathOf(folder: string, size: number, token?: string): string {
  const query = new URLSearchParams({ parent_id: folder, page_size: String(size) })
  if (token !== undefined) query.set('page_token', token)
  return `${ROUTE}?${query}`
}

class Pages {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string>) {
    this.#url = url
    this.#headers = headers
  }

  async firstFolder(): Promise<string> {
    const [folder] = (await this.#read(pathOf('root', 1))).files
    if (!folder) throw new Error('the drive is empty')
    return folder.id
  }

  /** Of the page that begins after so many entries. */
  async tokenOf(folder: string, entries: number): Promise<string | undefined> {
    let token: string | undefined
    for (let at = 0; at < entries; ) {
      const page = await this.#read(pathOf(folder, Math.min(LARGE_PAGE, entries - at), token))
      token = page.next_page_token
      at += page.files.length
    }
    return token
  }

  serverMs(path: string): Promise<number> {
    return servedMs(this.#url, ROUTE, async () => {
      for (let i = 0; i < READS; i++) await this.#read(path)
    })
  }

  async #read(path: string) {
    const answer = await fetch(this.#url + path, { headers: this.#headers })
    if (!answer.ok) throw new Error(`a listing was answered ${answer.status}`)
    return (await answer.json()) as { files: { id: string }[]; next_page_token?: string }
  }
}
