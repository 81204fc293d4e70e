import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Runs a program of `bench/peers`, where what it imports is installed, and gives what it printed. */
export async function runPeerScript(script: string, ...args: string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../../peers/${script}`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args])
  return stdout
}
