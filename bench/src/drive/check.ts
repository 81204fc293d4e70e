import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createDriveClient } from '@awan/client/drive'
import { fileSource } from '@awan/client/node'
import { type Figure, median } from '../measurement.ts'
import { createDataDir, PRODUCTION } from '../server.ts'
import { GIBIBYTE, makeLargeFile } from './large-file.ts'
import { makePeople, type Person, signIn, startInProduction } from './people.ts'

const FILES = 4
const AWAN = fileURLToPath(new URL('../../../apps/server/src/command/awan.ts', import.meta.url))

/** `awan check` of some contents of 1 GiB each, read from memory: how much of them it reads and hashes in a second. */
export async function measureCheck(repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const [person] = await makePeople(dataDir, 1)
  if (!person) throw new Error('nobody signed up')
  await uploadFiles(dataDir, person, GIBIBYTE * scale)

  const perSecond: number[] = []
  const perCpuSecond: number[] = []
  // One round before those that count: it brings the contents into memory.
  for (let round = 0; round <= repeat; round++) {
    // All that is not reading and hashing: the start of the program, and the rows.
    const rest = await runCheck(dataDir, ['--fast'])
    const { report, cpuSeconds } = await runCheck(dataDir, [])
    if (round === 0) continue
    const gigabytes = report.readBytes / 1e9
    perSecond.push(gigabytes / (report.readMs / 1000))
    perCpuSecond.push(gigabytes / (cpuSeconds - rest.cpuSeconds))
  }
  const cores = availableParallelism()
  const rate = { target: 'awan', better: 'more' } as const
  const perCore = { ...rate, unit: 'GB/s', asked: { of: 'value', atLeast: 1 } } as const
  const what = `awan check of ${FILES} contents of 1 GiB in memory`
  return [
    { ...perCore, what: `${what}, in a second of processor time`, value: median(perCpuSecond) },
    {
      ...perCore,
      what: `${what}, by the clock for each of ${cores} cores`,
      value: median(perSecond) / cores,
    },
    { ...rate, what: `${what}, by the clock`, value: median(perSecond), unit: 'GB/s' },
  ]
}

async function uploadFiles(dataDir: string, person: Person, bytes: number): Promise<void> {
  await using server = await startInProduction(dataDir)
  using signedIn = await signIn(server.url, person)
  const { uploads } = createDriveClient(signedIn.client)
  for (let file = 0; file < FILES; file++) {
    await using source = await makeLargeFile(bytes)
    await uploads.upload(fileSource(source.path), { name: `large ${file}` })
  }
}

interface Report {
  ok: boolean
  readBytes: number
  readMs: number
}

/** Nothing but the shell of the system tells what a program that has ended took of the processor. */
async function runCheck(dataDir: string, options: readonly string[]) {
  const command = [process.execPath, AWAN, 'check', '--json', ...options]
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'check', ...command], {
    env: { ...process.env, ...PRODUCTION, AWAN_DATA_DIR: dataDir, AWAN_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [answer, told] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (child.exitCode !== 0) throw new Error(`awan check ended with ${child.exitCode}: ${told}`)
  const [user = Number.NaN, system = Number.NaN] = (told.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number)
  return { report: JSON.parse(answer) as Report, cpuSeconds: user + system }
}
