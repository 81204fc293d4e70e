import { readdir, readFile, writeFile } from 'node:fs/promises'

/** A server as the system sees it: its process and all that it has started. Works on Linux. */
export interface ProcessTree {
  /** Processor time so far, of the server and of the system for it; in steps of 10 ms. */
  cpuMs(): Promise<number>
  /** The most memory since the peak was forgotten, summed up over its processes. */
  peakMemoryBytes(): Promise<number>
  forgetPeakMemory(): Promise<void>
}

/** As the system counts: USER_HZ is 100 on every Linux that people have. */
const TICK_MS = 10

export function processTree(pid: number): ProcessTree {
  return {
    async cpuMs() {
      const times = await Promise.all((await descendants(pid)).map(readTicks))
      return sum(times) * TICK_MS
    },
    async peakMemoryBytes() {
      return sum(await Promise.all((await descendants(pid)).map(readPeak)))
    },
    async forgetPeakMemory() {
      for (const each of await descendants(pid)) await writeFile(`/proc/${each}/clear_refs`, '5')
    },
  }
}

/** The process itself first. */
async function descendants(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')),
  )
  const pids = children.flatMap((line) => line.split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(pids.map(descendants))).flat()]
}

async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program is in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[UTIME]) + Number(fields[STIME])
}

/** proc(5), counted from the state of the process. */
const UTIME = 11
const STIME = 12

async function readPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
