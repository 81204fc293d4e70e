import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Ended {
  code: number
  stdout: Buffer
  stderr: string
}

/** Runs a program of others, as people have it on their machines. */
export function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: 256 * 1024 * 1024,
      // Names are told as they are.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    } as const
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? error.code : 0
      // A name instead of a number: it did not even start.
      if (typeof code !== 'number') reject(error)
      else resolve({ code, stdout, stderr: stderr.toString() })
    })
  })
}

export async function curl(...args: string[]): Promise<Buffer> {
  const { code, stdout, stderr } = await run('curl', ['--silent', '--show-error', ...args])
  if (code !== 0) throw new Error(`curl ended with ${code}: ${stderr}`)
  return stdout
}

/** A way to the server that breaks once, after so many bytes of answers. Gives its origin. */
export async function openBreakingWay(port: number, breakAfterBytes: number): Promise<string> {
  let passed = 0
  const way = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    far.on('data', (bytes) => {
      const left = breakAfterBytes - passed
      passed += bytes.length
      if (left > 0 && left < bytes.length) {
        near.end(bytes.subarray(0, left))
        far.destroy()
      } else {
        near.write(bytes)
      }
    })
    near.pipe(far)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.end())
      one.on('error', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  onTestFinished(() => void way.close())
  return `http://127.0.0.1:${(way.address() as AddressInfo).port}`
}
