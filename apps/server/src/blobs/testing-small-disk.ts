import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, type TestContext } from 'vitest'

const run = promisify(execFile)

/** A file system of its own in memory, where that can be had: it takes root. */
export async function mountSmallDisk(
  { skip }: Pick<TestContext, 'skip'>,
  size: string,
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'awan-small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  } catch (error) {
    await rm(path, { recursive: true })
    skip(`LEFT OUT, a small disk cannot be mounted here: ${error}`)
  }
  onTestFinished(async () => {
    await run('umount', [path])
    await rm(path, { recursive: true })
  })
  return path
}

/** Nothing can be written there, until `rw` says otherwise. */
export async function remount(path: string, access: 'ro' | 'rw'): Promise<void> {
  await run('mount', ['-o', `remount,${access}`, path])
}
