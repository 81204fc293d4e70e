import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { createDataDir, freePort, startServer, stop, untilReady } from '../server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export const startTime: Measurement = {
  name: 'start',
  summary: 'from the start of the process to ready: first start, second start, npm start',
  startsServersItself: true,
  async run(_targets, repeat) {
    const cold: number[] = []
    const warm: number[] = []
    const npm: number[] = []
    const bare: number[] = []
    for (let round = 0; round < repeat; round++) {
      const folder = await createDataDir()
      cold.push(await timeStart(folder))
      warm.push(await timeStart(folder))
      npm.push(await timeNpmStart(folder))
      bare.push(await timeBareNode())
      await rm(folder, { recursive: true, force: true })
    }
    const floor = { what: 'bare node', value: median(bare) }
    const figure = (what: string, values: readonly number[]): Figure => ({
      what,
      target: 'awan',
      value: median(values),
      unit: 'ms',
      floor,
      better: 'less',
    })
    return [
      figure('first start (migrates, makes keys)', cold),
      figure('second start', warm),
      figure('second npm start', npm),
    ]
  },
}

async function timeStart(folder: string): Promise<number> {
  await using server = await startServer(folder)
  return server.startMs
}

async function timeNpmStart(folder: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), AWAN_DATA_DIR: folder, AWAN_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(`http://127.0.0.1:${port}`, child)
  const elapsed = performance.now() - begun
  await stop(child)
  return elapsed
}

async function timeBareNode(): Promise<number> {
  const begun = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - begun
}
