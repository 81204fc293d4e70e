import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { HostOrder, HostReport } from './server-host.ts'

/** A process in which one server runs at a time. */
export interface ServerHost {
  /** Starts a server and answers its port. */
  run(settings: Readonly<Record<string, string>>): Promise<string>
  moveClock(aheadMs: number): Promise<void>
  /** What its terminal shows. */
  printed(): string
  /** Ends the server as a signal would; the process waits for the next one. */
  stop(): Promise<void>
}

const HOST = fileURLToPath(new URL('./server-host.ts', import.meta.url))
/** Where `npm start` keeps compiled code, so that a new process does not compile the whole server. */
const KEPT_CODE = fileURLToPath(new URL('../.cache/compiled', import.meta.url))
const idle: ServerHost[] = []

/** One that waits, or a new one. */
export function takeHost(): ServerHost {
  return idle.pop() ?? spawnHost()
}

function spawnHost(): ServerHost {
  const child = spawn(process.execPath, [HOST], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: KEPT_CODE },
  })
  // It ends with the worker that it belongs to, and keeps it from nothing.
  child.unref()
  child.channel?.unref()
  const printed: string[] = []
  const output = child.stdout
  if (output === null) throw new Error('the server has no output')
  const lines = createInterface({ input: output }).on('line', (line) => printed.push(line))

  const host: ServerHost = {
    async run(settings) {
      printed.length = 0
      const listening = Promise.withResolvers<string>()
      const readPort = (line: string) => {
        const port = /https?:\/\/[^\s:]+:(\d+)/.exec(line)?.[1]
        if (line.includes('ready') && port !== undefined) listening.resolve(port)
      }
      lines.on('line', readPort)
      const ending = send(child, { order: 'run', settings }, 'ended').then(({ exitCode }) => {
        throw new Error(`the server ended with ${exitCode}\n${printed.join('\n')}`)
      })
      try {
        return await Promise.race([listening.promise, ending])
      } finally {
        lines.off('line', readPort)
        // A later end is one that was asked for.
        ending.catch(() => undefined)
      }
    },
    printed: () => printed.join('\n'),
    async moveClock(aheadMs) {
      await send(child, { order: 'moveClock', aheadMs }, 'clockMoved')
    },
    async stop() {
      const { exitCode } = await send(child, { order: 'stop' }, 'ended')
      if (exitCode !== 0) throw new Error(`the server ended with ${exitCode}`)
      idle.push(host)
    },
  }
  return host
}

/** Tells the process something, and waits until it reports that it is done. */
async function send<Name extends HostReport['report']>(
  child: ChildProcess,
  order: HostOrder,
  name: Name,
): Promise<HostReport & { report: Name }> {
  const { promise, resolve, reject } = Promise.withResolvers<HostReport & { report: Name }>()
  const hear = (heard: HostReport) => {
    if (heard.report === name) resolve(heard as HostReport & { report: Name })
  }
  const fail = (code: number | null) => reject(new Error(`the server ended with exit code ${code}`))
  child.on('message', hear)
  child.on('exit', fail)
  try {
    if (!child.connected) fail(child.exitCode)
    else child.send(order)
    return await promise
  } finally {
    child.off('message', hear)
    child.off('exit', fail)
  }
}
