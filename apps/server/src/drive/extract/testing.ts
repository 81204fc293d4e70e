import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestFolder } from '../../blobs/testing.ts'
import { parseFailures } from '../tasks/run-step.ts'
import type { TestDrive } from '../testing.ts'
import { run } from '../testing-curl.ts'
import type { WantedFolder } from './extracting.ts'

/** An archive that Python has packed: `z` is a `zipfile.ZipFile` that is written. */
export async function packWithPython(script: string): Promise<Buffer> {
  const path = join(await createTestFolder(), 'made.zip')
  const whole = `
import sys, io, zipfile
class Pipe(io.RawIOBase):
    def __init__(self, f): self.f = f
    def writable(self): return True
    def write(self, b): return self.f.write(b)
out = open(sys.argv[1], 'wb')
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
${script}
z.close()
out.close()
`
  const { code, stderr } = await run('python3', ['-c', whole, path])
  if (code !== 0) throw new Error(stderr)
  return readFile(path)
}

let keys = 0

export async function beginExtract(
  drive: TestDrive,
  archiveId: string,
  {
    who = 'ana',
    key = `key ${keys++}`,
    ...wanted
  }: Partial<WantedFolder> & {
    who?: string
    key?: string
  } = {},
) {
  const folder = { parentId: undefined, name: undefined, conflict: 'rename', ...wanted } as const
  const access = await drive.as(who)
  return drive.extracting.begin(drive.tasks as never, access, { ...folder, archiveId }, key)
}

/** A task with its failures. */
export async function taskOf(drive: TestDrive, id: string) {
  const row = await drive.tasks.get('ana', id)
  return { ...row, failures: parseFailures(row).first }
}

/** What is compared of contents: megabytes take seconds to compare one by one. */
export function digest(bytes: Uint8Array): string {
  return bytes.length < 500 ? Buffer.from(bytes).toString('latin1') : hash('sha256', bytes)
}

/** Each file with the digest of its bytes and each folder, by its path below the top folder. */
export async function readTree(
  drive: TestDrive,
  parentId = 'root',
  above = '',
): Promise<Record<string, string>> {
  const tree: Record<string, string> = {}
  let token: string | undefined
  do {
    const page = await drive.nodes.list('ana', parentId, { size: 1000, token })
    token = page.nextPageToken
    for (const { id, kind, name } of page.nodes) {
      if (kind === 'folder') {
        tree[`${above}${name}/`] = 'folder'
        Object.assign(tree, await readTree(drive, id, `${above}${name}/`))
      } else {
        const content = await drive.downloads.open('ana', id)
        tree[above + name] = digest(Buffer.concat(await (await content.read()).toArray()))
      }
    }
  } while (token !== undefined)
  return tree
}
