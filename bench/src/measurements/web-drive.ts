import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPeers } from '../client/peers.ts'
import { plantDrive } from '../drive/planted-drive.ts'
import { type Asked, type Figure, type Measurement, median } from '../measurement.ts'
import { startServer } from '../server.ts'
import { scoreFirstVisit, sendFiles, visitFolder, visitLink } from '../web-drive/drive-page.ts'
import { signInAsPage } from '../web-drive/sign-in-as-page.ts'

const ROWS = 100_000
const SENT_FILES = 10_000
const SENT_BYTES = 4_000

export const webDrive: Measurement = {
  name: 'web-drive',
  summary:
    'the drive in a browser: a folder of 100,000, 10,000 uploads, the first visit, the page of a link',
  startsServersItself: true,
  async run(_targets, repeat) {
    await installPeers()
    await using planted = await plantDrive({ folders: 1, files: ROWS })
    await using server = await startServer(planted.dataDir)
    const rounds = Array.from({ length: repeat })
    const ask = async () => ({
      url: server.url,
      credentials: await signInAsPage(server.url, planted.person),
    })

    const folders = []
    const sendings = []
    const scores = []
    const links = []
    const link = await makeLink(await ask())
    for (const _ of rounds) {
      const told = await ask()
      folders.push(await visitFolder({ ...told, folderId: await folderOf(told), rows: ROWS }))
      await using uploads = await writeFiles()
      sendings.push(await sendFiles({ ...told, uploads: uploads.folder }))
      scores.push(await scoreFirstVisit(told))
      links.push(await visitLink({ link }))
    }
    return [
      figure('first rows of a folder of 100,000', 'ms', folders.map(firstRows), atMost(1000)),
      figure('frame while scrolling, 95th of 100', 'ms', folders.map(slowFrame), atMost(33)),
      figure('memory of the page at its end', 'MB', folders.map(heapMb), atMost(150)),
      figure('10,000 files of 4 kB sent', 'files/s', sendings.map(rate), atLeast(500)),
      figure('frame meanwhile, 95th of 100', 'ms', sendings.map(slowFrame), atMost(50)),
      figure('longest task of the page meanwhile', 'ms', sendings.map(longestTask)),
      figure(
        'script of the first visit, compressed',
        'kB',
        scores.map(({ scriptBytes }) => scriptBytes / 1000),
        atMost(200),
      ),
      figure(
        'Lighthouse performance, desktop',
        'of 1',
        scores.map(({ performance }) => performance),
        atLeast(0.95),
      ),
      figure(
        'Lighthouse accessibility',
        'of 1',
        scores.map(({ accessibility }) => accessibility),
        atLeast(0.95),
      ),
      figure(
        'Lighthouse best practices',
        'of 1',
        scores.map(({ bestPractices }) => bestPractices),
        atLeast(0.95),
      ),
      figure(
        'first files of a link, at a fourth of the speed',
        'ms',
        links.map(firstRows),
        atMost(1500),
      ),
      figure(
        'script of the page of a link, compressed',
        'kB',
        links.map(({ scriptBytes }) => scriptBytes / 1000),
        atMost(120),
      ),
    ]
  },
}

const firstRows = ({ firstRowsMs }: { firstRowsMs: number }) => firstRowsMs
const heapMb = ({ heapBytes }: { heapBytes: number }) => heapBytes / 1e6
const rate = ({ files, ms }: { files: number; ms: number }) => files / (ms / 1000)

function slowFrame({ frames }: { frames: readonly number[] }): number {
  const sorted = [...frames].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

/** One that is not over 50 ms is not told. */
const longestTask = ({ longTasks }: { longTasks: readonly number[] }) => Math.max(50, ...longTasks)

const atMost = (value: number): Asked => ({ of: 'value', atMost: value })
const atLeast = (value: number): Asked => ({ of: 'value', atLeast: value })

function figure(what: string, unit: string, values: readonly number[], asked?: Asked): Figure {
  const better = asked && 'atLeast' in asked ? 'more' : 'less'
  return { what, unit, better, target: 'awan', value: median(values), ...(asked && { asked }) }
}

/** The folder that was planted. */
async function folderOf({
  url,
  credentials,
}: {
  url: string
  credentials: { access_token: string }
}): Promise<string> {
  const answer = await fetch(`${url}/drive/v1/files?kind=folder`, {
    headers: { authorization: `Bearer ${credentials.access_token}` },
  })
  const { files } = (await answer.json()) as { files: { id: string; name: string }[] }
  const [folder] = files
  if (!folder) throw new Error('nothing was planted')
  return folder.id
}

/** To the folder that was planted: the address of its page. */
async function makeLink(told: {
  url: string
  credentials: { access_token: string }
}): Promise<string> {
  const answer = await fetch(`${told.url}/drive/v1/links`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${told.credentials.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ node_id: await folderOf(told), role: 'viewer' }),
  })
  if (!answer.ok) throw new Error(`a link was answered ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return `${told.url}/s/${token}`
}

/** Small files with other contents and names each time, so that nothing is there already. */
async function writeFiles(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-bench-'))
  const prefix = randomBytes(4).toString('hex')
  for (let index = 0; index < SENT_FILES; index++) {
    await writeFile(join(folder, `${prefix}-${index}.bin`), randomBytes(SENT_BYTES))
  }
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
