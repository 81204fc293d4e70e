import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type Backend, toEnv } from './backends.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The server in a process of its own, ready for calls; it is gone when the test is over. */
export async function startProcess(
  backend: Backend,
  port: number,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = await launchProcess(backend, port, settings)
  await untilReady(child)
  return child
}

type ServerProcess = ChildProcessByStdio<null, Readable, null>

/** Rejects where the server ends before. */
export function untilReady(child: ServerProcess): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Awan is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

/** The same, just begun. */
export async function launchProcess(
  backend: Backend,
  port: number,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  await keepCode()
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...machineEnv(),
      ...toEnv(backend),
      PORT: String(port),
      AWAN_HOST: '127.0.0.1',
      AWAN_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(child))
  return child
}

let keeping: Promise<unknown> | undefined

/**
 * With its compiled code kept, a server takes a third less of the processor to be up. One that is killed
 * keeps nothing: another, which only tells its settings, comes to its end before the first.
 */
function keepCode(): Promise<unknown> {
  keeping ??= once(
    spawn(process.execPath, [MAIN, '--help'], { env: machineEnv(), stdio: 'ignore' }),
    'exit',
  )
  return keeping
}

/** As a loss of power would: nothing is asked and nothing is finished. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Without the settings of whoever runs the tests. */
export function machineEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('AWAN_')),
  )
}
