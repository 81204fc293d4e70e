import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'

const run = promisify(execFile)

export interface TestNginx {
  /** Of the certificate, which no authority has signed. */
  certificate: string
  accessLog(): Promise<string>
}

/** An address of this machine that no other test has, with the ports of the web. */
export function ownAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return `127.${part()}.${part()}.${part()}`
}

/**
 * nginx with the configuration of docs/operate/tls.md: only names, addresses and paths are those of the test, and nothing is left out
 * but IPv6.
 */
export async function startNginx(address: string, upstream: string): Promise<TestNginx> {
  const folder = await createTestFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', `/CN=${address}`, '-addext', `subjectAltName=IP:${address}`]
  const files = ['-keyout', key, '-out', certificate]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
  const documented = (await readDocumented())
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/listen (\d+)/g, `listen ${address}:$1`)
    .replaceAll('http://127.0.0.1:8080', upstream)
    .replaceAll('/var/log/nginx/awan.log', join(folder, 'access.log'))
    .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/, key)
    .replaceAll('cloud.example.org', address)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};\n`)
    .join('')
  await mkdir(join(folder, 'logs'))
  const main = join(folder, 'nginx.conf')
  // As root it would give up its rights, and could not read the folders of a test.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  await writeFile(
    main,
    `${user}daemon off;\npid ${folder}/nginx.pid;\nworker_processes 1;\nevents {}\nhttp {\n${temporary}${documented}\n}\n`,
  )
  const nginx = spawn('nginx', ['-c', main, '-p', folder, '-e', join(folder, 'error.log')])
  let said = ''
  nginx.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(nginx, 'close')
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    await ended
  })
  await Promise.race([
    untilListening(address),
    ended.then(() => {
      throw new Error(`nginx does not start: ${said}`)
    }),
  ])
  return { certificate, accessLog: () => readFile(join(folder, 'access.log'), 'utf8') }
}

async function readDocumented(): Promise<string> {
  const page = await readFile(new URL('../../../../docs/operate/tls.md', import.meta.url), 'utf8')
  const [, nginx] = /```nginx\n(.*?)```/s.exec(page) ?? []
  if (nginx === undefined) throw new Error('docs/operate/tls.md has no configuration for nginx')
  return nginx
}

async function untilListening(address: string): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(443, address)
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await new Promise(setImmediate)
  }
}
