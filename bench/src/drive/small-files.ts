import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { applyLoad } from '../load.ts'
import { type Figure, type Floor, median } from '../measurement.ts'
import { createDataDir, type OwnServer } from '../server.ts'
import { startNephele, startRclone } from './file-servers.ts'
import { makePeople, type SignedIn, signIn, startInProduction } from './people.ts'

const BUNDLED_FILES = 10_000
const FILES_IN_BUNDLE = 2_000
const BUNDLED_BYTES = 4_000
const PUT_BYTES = 10_000
const PUTS_AT_ONCE = 16
const SECONDS = 5

/** Small files: thousands in a few requests, and each in a request of its own as scripts send them. */
export async function measureSmallFiles(repeat: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const [person] = await makePeople(dataDir, 1)
  if (!person) throw new Error('nobody signed up')
  const server = started.use(await startInProduction(dataDir))
  const signedIn = started.use(await signIn(server.url, person))
  const nephele = started.use(await startNephele())
  const rclone = started.use(await startRclone())

  const bundled: number[] = []
  const ours: number[] = []
  const others = [nephele, rclone].map((other) => ({ other, rates: [] as number[] }))
  for (let round = 0; round < repeat; round++) {
    bundled.push(await sendBundles(server, signedIn, round))
    ours.push(await putFiles(`${server.url}/drive/v1/paths/`, round, signedIn.headers))
    for (const { other, rates } of others) {
      if (other) rates.push(await putFiles(`${other.url}/`, round))
    }
  }
  const [byNephele, byRclone] = others
  const floor = (what: string, values: readonly number[] = []): Floor => ({
    what,
    value: values.length === 0 ? undefined : median(values),
  })
  const files = { target: 'awan', unit: 'files/s', better: 'more' } as const
  const puts = { ...files, what: `10 kB by PUT, ${PUTS_AT_ONCE} at a time`, value: median(ours) }
  return [
    {
      ...files,
      what: '10,000 files of 4 kB by bundle',
      value: median(bundled),
      asked: { of: 'value', atLeast: 3_000 },
    },
    {
      ...puts,
      floor: floor(nephele.name, byNephele?.rates),
      asked: { of: 'value', atLeast: 1_500 },
    },
    { ...puts, floor: floor(rclone?.name ?? 'rclone', byRclone?.rates) },
  ]
}

/** Files that nobody has sent before, one bundle after the other. */
async function sendBundles({ url }: OwnServer, { headers }: SignedIn, round: number) {
  const bundles = Array.from({ length: BUNDLED_FILES / FILES_IN_BUNDLE }, (_, i) =>
    toBundle(`round ${round}/bundle ${i}`),
  )
  const begun = performance.now()
  for (const body of bundles) {
    const answer = await fetch(`${url}/drive/v1/uploads:bundle`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`a bundle was answered ${answer.status}`)
    const { results } = (await answer.json()) as { results: { file?: object }[] }
    const made = results.filter(({ file }) => file !== undefined).length
    if (made !== FILES_IN_BUNDLE) throw new Error(`${made} of ${FILES_IN_BUNDLE} files were made`)
  }
  return (BUNDLED_FILES / (performance.now() - begun)) * 1000
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

async function putFiles(
  address: string,
  round: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const { origin, pathname } = new URL(address)
  const rest = randomBytes(PUT_BYTES - 16)
  let sent = 0
  const request = () => ({
    method: 'PUT' as const,
    path: `${pathname}put-${round}-${sent++}.bin`,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: Buffer.concat([randomBytes(16), rest]),
  })
  const { perSecond } = await applyLoad({
    url: origin,
    connections: PUTS_AT_ONCE,
    seconds: SECONDS,
    request,
    next: request,
  })
  return perSecond
}
