import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { applyLoad } from '../load.ts'
import { type Figure, type Floor, median } from '../measurement.ts'
import { type ProcessTree, processTree } from '../process-tree.ts'
import { createDataDir, type OwnServer } from '../server.ts'
import { startDurablePut, startNephele, startRclone } from './file-servers.ts'
import { makePeople, type SignedIn, signIn, startInProduction } from './people.ts'

const BUNDLED_FILES = 10_000
const FILES_IN_BUNDLE = 2_000
const BUNDLED_BYTES = 4_000
const PUT_BYTES = 10_000
const PUTS_AT_ONCE = 16
const SECONDS = 5

/** Small files: thousands in a few requests, and each in a request of its own as scripts send them. */
export async function measureSmallFiles(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const [person] = await makePeople(dataDir, 1)
  if (!person) throw new Error('nobody signed up')
  const server = started.use(await startInProduction(dataDir))
  const signedIn = started.use(await signIn(server.url, person))
  const ours = toPutServer(server, `${server.url}/drive/v1/paths/`, signedIn.headers)
  const together = toPutServer(started.use(await startDurablePut('together')))
  const each = toPutServer(started.use(await startDurablePut('each')))
  const nephele = toPutServer(started.use(await startNephele()))
  const rcloneServer = started.use(await startRclone())
  const rclone = rcloneServer && toPutServer(rcloneServer)
  const putServers = [ours, together, each, nephele, ...(rclone ? [rclone] : [])]

  const bundles = { rates: [] as number[], cpuMs: [] as number[] }
  // One round before those that count.
  for (let round = 0; round <= repeat; round++) {
    const bundled = await sendBundles(server, signedIn, round, scale)
    if (round > 0) {
      bundles.rates.push(bundled.perSecond)
      bundles.cpuMs.push(bundled.cpuMs)
    }
    for (const each of putServers) {
      const put = await putFiles(each, round, scale)
      if (round === 0) continue
      each.rates.push(put.perSecond)
      each.cpuMs.push(put.cpuMs)
    }
  }
  const floor = (other: PutServer | undefined, of: 'rates' | 'cpuMs' = 'rates'): Floor => ({
    what: other?.name ?? 'rclone',
    value: other && median(other[of]),
  })
  const rate = { target: 'awan', unit: 'files/s', better: 'more' } as const
  const cost = { target: 'awan', unit: 'ms', better: 'less' } as const
  const what = `10 kB by PUT, ${PUTS_AT_ONCE} at a time`
  const puts = { ...rate, what, value: median(ours.rates) }
  const putCost = {
    ...cost,
    what: `${what}: processor time of the server for each`,
    value: median(ours.cpuMs),
  }
  const bundled = '10,000 files of 4 kB by bundle'
  return [
    {
      ...rate,
      what: bundled,
      value: median(bundles.rates),
      floor: { what: 'the same server, 10 kB by PUT', value: median(ours.rates) },
      asked: { of: 'ratio', atLeast: 4 },
    },
    {
      ...cost,
      what: `${bundled}: processor time of the server for each`,
      value: median(bundles.cpuMs),
    },
    { ...puts, floor: floor(together), asked: { of: 'ratio', atLeast: 0.5 } },
    { ...puts, floor: floor(each), asked: { of: 'ratio', atLeast: 0.5 } },
    { ...puts, floor: floor(nephele), asked: { of: 'ratio', atLeast: 3 } },
    { ...puts, floor: floor(rclone) },
    { ...putCost, floor: floor(together, 'cpuMs') },
    { ...putCost, floor: floor(nephele, 'cpuMs') },
  ]
}

interface PutServer {
  name: string
  /** Of the folder that takes files, with a slash at the end. */
  address: string
  headers: Record<string, string>
  process: ProcessTree
  rates: number[]
  /** Of each file. */
  cpuMs: number[]
}

function toPutServer(
  { name, url, pid }: { name: string; url: string; pid: number },
  address = `${url}/`,
  headers: Record<string, string> = {},
): PutServer {
  return { name, address, headers, process: processTree(pid), rates: [], cpuMs: [] }
}

/** Files that nobody has sent before, one bundle after the other. */
async function sendBundles(
  { url, pid }: OwnServer,
  { headers }: SignedIn,
  round: number,
  scale: number,
) {
  const count = Math.ceil((BUNDLED_FILES / FILES_IN_BUNDLE) * scale)
  const bundles = Array.from({ length: count }, (_, i) => toBundle(`round ${round}/bundle ${i}`))
  const { cpuMs } = processTree(pid)
  const before = await cpuMs()
  const begun = performance.now()
  for (const body of bundles) {
    const answer = await fetch(`${url}/drive/v1/uploads:bundle`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`a bundle was answered ${answer.status}`)
    const { results } = (await answer.json()) as { results: { file?: object }[] }
    const made = results.filter(({ file }) => file !== undefined).length
    if (made !== FILES_IN_BUNDLE) throw new Error(`${made} of ${FILES_IN_BUNDLE} files were made`)
  }
  const files = count * FILES_IN_BUNDLE
  return {
    perSecond: (files / (performance.now() - begun)) * 1000,
    cpuMs: ((await cpuMs()) - before) / files,
  }
}

/** The length of the manifest, the manifest, and the contents in its order. */
function toBundle(folder: string): Uint8Array<ArrayBuffer> {
  const entries = Array.from({ length: FILES_IN_BUNDLE }, (_, i) => ({
    path: `${folder}/file ${i}.txt`,
    size: BUNDLED_BYTES,
  }))
  const manifest = Buffer.from(JSON.stringify({ parent_id: 'root', conflict: 'fail', entries }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(manifest.length)
  return Uint8Array.from(
    Buffer.concat([length, manifest, randomBytes(FILES_IN_BUNDLE * BUNDLED_BYTES)]),
  )
}

async function putFiles({ address, headers, process }: PutServer, round: number, scale: number) {
  const { origin, pathname } = new URL(address)
  const rest = randomBytes(PUT_BYTES - 16)
  let sent = 0
  const request = () => ({
    method: 'PUT' as const,
    path: `${pathname}put-${round}-${sent++}.bin`,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: Buffer.concat([randomBytes(16), rest]),
  })
  const before = await process.cpuMs()
  const { perSecond, count } = await applyLoad({
    url: origin,
    connections: PUTS_AT_ONCE,
    seconds: Math.max(0.5, SECONDS * scale),
    request,
    next: request,
  })
  return { perSecond, cpuMs: ((await process.cpuMs()) - before) / count }
}
