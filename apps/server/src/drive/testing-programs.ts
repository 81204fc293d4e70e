import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Ended {
  code: number
  output: string
}

/** A program of somebody else, to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input = '', cwd, env = {} }: { input?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, output: out + err }
}
