import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DavServer } from './dav-server.ts'

/** One request by curl, which costs the machine little and throws the answer away. */
export async function curl(
  { address, headers }: DavServer,
  path: string,
  args: readonly string[],
): Promise<{ ms: number; bytes: number }> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('curl', [
    ...['--fail', '--silent', '--show-error', '--output', '/dev/null'],
    ...['--write-out', '%{time_total} %{size_download}'],
    ...given,
    ...args,
    address + path,
  ])
  const [seconds = Number.NaN, bytes = Number.NaN] = stdout.split(' ').map(Number)
  return { ms: seconds * 1000, bytes }
}
