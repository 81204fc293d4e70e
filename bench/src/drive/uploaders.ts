import { randomFillSync } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDriveClient, type DriveClient } from '@awan/client/drive'
import type { Figure } from '../measurement.ts'
import { createDataDir } from '../server.ts'
import { makePeople, signIn, startInProduction } from './people.ts'

const PEOPLE = 8
const UPLOADERS = 64
const SECONDS = 60
/** From a note to a picture to a short film, each within a block or across some. */
const SIZES = [20_000, 3_000_000, 9_000_000]

/** Many who upload at once for a minute, several to each drive: nothing fails, nothing swells. */
export async function measureUploaders(_repeat: number, scale: number): Promise<Figure[]> {
  await using started = new AsyncDisposableStack()
  const dataDir = await createDataDir()
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const people = await makePeople(dataDir, PEOPLE)
  const logPath = join(dataDir, 'bench.log')
  const log = started.use(await open(logPath, 'w'))
  const server = started.use(await startInProduction(dataDir, { AWAN_LOG_LEVEL: 'warn' }, log.fd))

  const seconds = SECONDS * scale
  const end = performance.now() + seconds * 1000
  const counts = { files: 0, bytes: 0 }
  const errors: unknown[] = []
  const drives: DriveClient[] = []
  for (const person of people) {
    const signedIn = started.use(await signIn(server.url, person))
    drives.push(createDriveClient(signedIn.client))
  }
  await Promise.all(
    Array.from({ length: UPLOADERS }, async (_, uploader) => {
      const drive = drives[uploader % PEOPLE]
      const bytes = new Uint8Array(Math.max(...SIZES))
      randomFillSync(bytes)
      for (let file = 0; performance.now() < end; file++) {
        const content = bytes.subarray(0, SIZES[(uploader + file) % SIZES.length])
        // Another content every time, or the server would have it already.
        for (let at = 0; at < content.length; at += 1_000_000) {
          randomFillSync(content, at, Math.min(16, content.length - at))
        }
        const source = {
          size: content.length,
          slice: (start: number, end: number) => content.subarray(start, end),
        }
        try {
          await drive?.uploads.upload(source, { name: `${uploader} ${file}` })
          counts.files++
          counts.bytes += content.length
        } catch (error) {
          errors.push(error)
        }
      }
    }),
  )
  const [firstError] = errors
  if (firstError !== undefined) console.log('the first error of an upload:', firstError)
  const memory = await server.peakMemoryBytes()
  const complaints = (await readFile(logPath, 'utf8')).split('\n').filter(isAboutLocks)
  const none = { target: 'awan', better: 'less', asked: { of: 'value', atMost: 0 } } as const
  return [
    {
      what: `${UPLOADERS} uploaders for a minute, their files`,
      target: 'awan',
      value: counts.files,
      unit: 'files',
      better: 'more',
    },
    {
      what: `${UPLOADERS} uploaders, their bytes`,
      target: 'awan',
      value: counts.bytes / 1e6 / seconds,
      unit: 'MB/s',
      better: 'more',
    },
    {
      ...none,
      what: `${UPLOADERS} uploaders, uploads that failed`,
      value: errors.length,
      unit: 'uploads',
    },
    {
      ...none,
      what: `${UPLOADERS} uploaders, log lines about locks`,
      value: complaints.length,
      unit: 'lines',
    },
    {
      what: `${UPLOADERS} uploaders, most memory of the server`,
      target: 'awan',
      value: memory / 1e6,
      unit: 'MB',
      better: 'less',
      asked: { of: 'value', atMost: 400 },
    },
  ]
}

function isAboutLocks(line: string): boolean {
  return /lock|busy|deadlock/i.test(line)
}
