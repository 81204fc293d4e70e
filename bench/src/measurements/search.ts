import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDriveClient } from '@awan/client/drive'
import { signUpSomeone } from '../account.ts'
import { startDurablePostgres } from '../account-servers/postgres.ts'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { createDataDir, startServer } from '../server.ts'

/** Run as a process of its own: it knows the rows of the server, and we do not. */
const PLANTER = new URL('../../../apps/server/tests/services/plant-names.ts', import.meta.url)

const FILES = Number(process.env.BENCH_FILES ?? 1_000_000)

/** What people type, letter by letter: common and rare words, numbers, several scripts. */
const TYPED = [
  'report final',
  'img_2015',
  'invoice',
  'zebra quartz',
  '会议记录',
  '회의 보고',
  'screenshot 20',
  'marita report',
  'port',
  '4711',
  'budget.xls',
  'tax 2019',
  'folder 500',
  'xylophone',
]

export const search: Measurement = {
  name: 'search',
  summary: `search as you type over ${FILES.toLocaleString('en')} files, on both databases`,
  startsServersItself: true,
  async run(_targets, repeat) {
    return [
      ...(await measure('awan, SQLite', undefined, repeat)),
      ...(await measureOnPostgres(repeat)),
    ]
  },
}

async function measureOnPostgres(repeat: number): Promise<Figure[]> {
  await using postgres = await startDurablePostgres()
  return await measure('awan, PostgreSQL', postgres.url, repeat)
}

async function measure(
  target: string,
  postgresUrl: string | undefined,
  repeat: number,
): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack()
  const folder = await createDataDir()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const settings: Record<string, string> = postgresUrl ? { AWAN_DATABASE_URL: postgresUrl } : {}
  const server = opened.use(await startServer(folder, settings))
  const { client } = await signUpSomeone(server.url)
  opened.defer(() => client.dispose())
  const drive = createDriveClient(client)
  await drive.about()
  await plant(postgresUrl ?? join(folder, 'awan.sqlite'))

  const rounds: number[][] = []
  const floors: number[][] = []
  for (let round = 0; round <= repeat; round++) {
    rounds.push(await typeAll((q) => drive.search({ q, page_size: 20 })))
    floors.push(await typeAll(() => drive.about()))
  }
  // The first round fills the caches, as the first searches of a day do.
  const [cold = [], ...warm] = rounds
  const figure = (what: string, share: number, times: readonly number[][]): Figure => ({
    what,
    target,
    value: median(times.map((round) => percentile(round, share))),
    unit: 'ms',
    floor: {
      what: 'a call that reads one row',
      value: median(floors.map((round) => percentile(round, share))),
    },
    better: 'less',
  })
  return [
    figure('search as you type, median', 50, warm),
    { ...figure('search as you type, p95', 95, warm), asked: { of: 'value', atMost: 50 } },
    figure('search as you type, p95 of the first round', 95, [cold]),
  ]
}

async function plant(place: string): Promise<void> {
  const planter = fork(PLANTER, [place, String(FILES)], { execArgv: [] })
  const [code] = (await once(planter, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`no files could be planted: ${code}`)
}

/** How long a call takes for each letter, over HTTP, one after the other as one person types. */
async function typeAll(call: (typed: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const text of TYPED) {
    const letters = [...text]
    for (let typed = 1; typed <= letters.length; typed++) {
      const begun = performance.now()
      await call(letters.slice(0, typed).join(''))
      times.push(performance.now() - begun)
    }
  }
  return times
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0
}
