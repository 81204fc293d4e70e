import { createLinks } from '@awan/client/links'
import { type SignedIn, signIn, startInProduction } from '../drive/people.ts'
import { servedMs } from '../drive/served-ms.ts'
import { plantSharedDrive, type SharedDrive } from '../drive/shared-drive.ts'
import { applyLoad } from '../load.ts'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { processTree } from '../process-tree.ts'

/** In a round each does everything so often, after the other. */
const TURNS = 5
const READS = 20
const SEARCHES = ['report', 'img_00', 'notes of 4711', 'quarterly 99', 'xylophone']
const FILE_MIB = 128
const CONNECTIONS = 16
const SECONDS = 3

export const sharing: Measurement = {
  name: 'sharing',
  summary:
    'a shared folder compared with an own one, rights in a large drive, and links per second',
  startsServersItself: true,
  async run(_targets, repeat, _parts, scale) {
    await using shared = await plantSharedDrive(scale)
    await using server = await startInProduction(shared.planted.dataDir, {
      // Each visitor comes from an address of their own.
      AWAN_TRUSTED_PROXIES: '127.0.0.1',
    })
    using owner = await signIn(server.url, shared.planted.person)
    using member = await signIn(server.url, shared.member)
    const calls = new Calls(server.url, shared)
    const mebibytes = Math.ceil(FILE_MIB * scale)
    const file = await upload(server.url, owner, { parentId: shared.folder, mebibytes })
    const link = await makeLink(owner, shared.folder)
    const people = [owner, member]

    const own = { list: [], search: [], download: [], deep: [] } as Rounds
    const others = { list: [], search: [], download: [], deep: [] } as Rounds
    const opened: number[] = []
    const spent: number[] = []
    const { cpuMs } = processTree(server.pid)
    // One round before those that count.
    for (let round = 0; round <= repeat; round++) {
      const times = people.map(() => ({ list: 0, search: 0, download: 0, deep: 0 }))
      // In turn, so that both find the machine alike.
      for (const what of ['list', 'search', 'download', 'deep'] as const) {
        for (let turn = 0; turn < TURNS; turn++) {
          for (const [at, person] of people.entries()) {
            const time = times[at]
            if (time) time[what] += (await calls[what](person, file)) / TURNS
          }
        }
      }
      const before = await cpuMs()
      const { perSecond, count } = await openLinks(server.url, {
        token: link,
        seconds: Math.max(0.5, SECONDS * scale),
      })
      const cost = ((await cpuMs()) - before) / count
      if (round === 0) continue
      for (const what of ['list', 'search', 'download', 'deep'] as const) {
        own[what].push(times[0]?.[what] ?? 0)
        others[what].push(times[1]?.[what] ?? 0)
      }
      opened.push(perSecond)
      spent.push(cost)
    }
    const compared = (what: string, key: keyof Rounds): Figure => ({
      what,
      target: 'awan',
      value: median(others[key]),
      unit: 'ms',
      floor: { what: 'the owner', value: median(own[key]) },
      better: 'less',
      asked: { of: 'ratio', atMost: 1.2 },
    })
    const rights = others.deep.map((time, at) => time - (own.deep[at] ?? 0))
    return [
      compared(
        `page (200) of a shared folder of ${written(shared.filesInFolder)}, in the server`,
        'list',
      ),
      compared('search in a shared folder, in the server', 'search'),
      compared(`download of ${mebibytes} MiB from a shared folder`, 'download'),
      {
        what: `rights on a node at depth 30, with ${written(shared.grants)} grants: member less owner, in the server`,
        target: 'awan',
        value: median(rights),
        unit: 'ms',
        better: 'less',
        asked: { of: 'value', atMost: 0.3 },
      },
      {
        what: 'opening a link without password',
        target: 'awan',
        value: median(opened),
        unit: '/s',
        better: 'more',
        asked: { of: 'value', atLeast: 2_000 },
      },
      {
        what: 'opening a link: processor time of the server',
        target: 'awan',
        value: median(spent),
        unit: 'ms',
        better: 'less',
      },
    ]
  },
}

type Rounds = Record<'list' | 'search' | 'download' | 'deep', number[]>

function written(of: number): string {
  return of.toLocaleString('en')
}

/** What one person does in the shared folder, in milliseconds. */
class Calls {
  readonly #url: string
  readonly #shared: SharedDrive

  constructor(url: string, shared: SharedDrive) {
    this.#url = url
    this.#shared = shared
  }

  list(person: SignedIn): Promise<number> {
    const query = { parent_id: this.#shared.folder, page_size: '200' }
    return this.#served('/drive/v1/files', person, Array(READS).fill(query))
  }

  search(person: SignedIn): Promise<number> {
    const asked = SEARCHES.map((q) => ({ q, parent_id: this.#shared.folder, page_size: '50' }))
    return this.#served('/drive/v1/search', person, asked)
  }

  deep(person: SignedIn): Promise<number> {
    const path = `/drive/v1/files/${this.#shared.deepest}`
    return this.#served('/drive/v1/files/:id', person, Array(10 * READS).fill({}), path)
  }

  async download(person: SignedIn, file: string): Promise<number> {
    const begun = performance.now()
    const answer = await this.#get(`/drive/v1/files/${file}/content`, person, {})
    for await (const _ of answer.body ?? []);
    return performance.now() - begun
  }

  #served(
    route: string,
    person: SignedIn,
    queries: readonly Record<string, string>[],
    path = route,
  ): Promise<number> {
    return servedMs(this.#url, route, async () => {
      for (const query of queries) await (await this.#get(path, person, query)).arrayBuffer()
    })
  }

  async #get(
    path: string,
    { headers }: SignedIn,
    query: Record<string, string>,
  ): Promise<Response> {
    const all = new URLSearchParams({ ...query, drive_id: this.#shared.driveId })
    const answer = await fetch(`${this.#url}${path}?${all}`, { headers })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return answer
  }
}

async function upload(
  url: string,
  { headers }: SignedIn,
  { parentId, mebibytes }: { parentId: string; mebibytes: number },
): Promise<string> {
  const folder = await (await fetch(`${url}/drive/v1/files/${parentId}`, { headers })).json()
  const { name } = folder as { name: string }
  const path = `/drive/v1/paths/${encodeURIComponent(name)}/film.mov`
  const body = Buffer.alloc(mebibytes * 1024 ** 2, 'awan')
  const answer = await fetch(url + path, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`the file was answered ${answer.status}`)
  return ((await answer.json()) as { id: string }).id
}

async function makeLink({ client }: SignedIn, nodeId: string): Promise<string> {
  const { url } = await createLinks(client).create(nodeId, { role: 'viewer' })
  return url?.split('/').at(-1) ?? ''
}

function openLinks(url: string, { token, seconds }: { token: string; seconds: number }) {
  let visitors = 0
  const request = () => {
    const at = visitors++
    const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
    return {
      method: 'POST' as const,
      path: '/drive/v1/links:open',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ token }),
    }
  }
  return applyLoad({
    url,
    connections: CONNECTIONS,
    seconds,
    request,
    next: request,
  })
}
