import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { runAwan as run } from '../../src/command/run-awan.ts'
import { type Backend, toEnv } from './backends.ts'
import { kill, machineEnv } from './process.ts'

const AWAN = fileURLToPath(new URL('../../src/command/awan.ts', import.meta.url))

export interface AwanRun {
  code: number | null
  stdout: string
  stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own result
  json: any
}

/** What `awan` does from its arguments to its exit code, by the settings of a server, in this process. */
export async function runAwan(backend: Backend, ...args: string[]): Promise<AwanRun> {
  const said = { stdout: '', stderr: '' }
  const code = await run(args, {
    env: toEnv(backend),
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
  })
  return toRun(code, said)
}

/** All that `awan check` finds, by the command itself. */
export async function findProblems(
  backend: Backend,
  how: '--fast' | '--deep' = '--deep',
): Promise<unknown[]> {
  const { json, stderr } = await runAwan(backend, 'check', how, '--json')
  return json ? json.list : [stderr]
}

/** The same in a process of its own, as people run it, and for whoever wants to kill it. */
export function startAwan(
  backend: Backend,
  ...args: string[]
): { child: ChildProcess; ended: Promise<AwanRun> } {
  return follow(spawnAwan(backend, args, 'pipe'))
}

/** The same with its standard output in a file. */
export function startAwanInto(
  file: FileHandle,
  backend: Backend,
  ...args: string[]
): { child: ChildProcess; ended: Promise<AwanRun> } {
  return follow(spawnAwan(backend, args, file.fd))
}

function spawnAwan(backend: Backend, args: string[], stdout: 'pipe' | number): ChildProcess {
  const child = spawn(process.execPath, [AWAN, ...args], {
    env: { ...machineEnv(), ...toEnv(backend) },
    stdio: ['ignore', stdout, 'pipe'],
  })
  onTestFinished(() => kill(child))
  return child
}

function follow(child: ChildProcess): { child: ChildProcess; ended: Promise<AwanRun> } {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => toRun(code as number | null, said))
  return { child, ended }
}

function toRun(code: number | null, said: { stdout: string; stderr: string }): AwanRun {
  const json = /^[[{]/.test(said.stdout) ? JSON.parse(said.stdout) : undefined
  return { code, ...said, json }
}
